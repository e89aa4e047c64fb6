import { expect, test } from "@playwright/test";

const fixture = (name: string): string =>
  `file://${new URL(`../fixtures/${name}.html`, import.meta.url).pathname}`;

test("a hundred bodies with their forces take less than 8 ms of script per frame", async ({
  page,
}) => {
  await page.goto(fixture("chain"));
  await page.waitForFunction(() => window.alembert?.frames().count > 0);
  await page.getByRole("button", { name: "show all" }).click();
  const shown = await page.evaluate(() => window.alembert.scene());
  expect(shown.shapes.length).toBe(200);
  // the first frames compile shaders
  await page.waitForTimeout(500);
  const before = await page.evaluate(() => window.alembert.frames().count);
  await page.evaluate(() => window.alembert.play());
  await page.waitForFunction((count) => window.alembert.frames().count > count + 60, before, {
    timeout: 50_000,
  });
  const frames = await page.evaluate(() => window.alembert.frames());
  const durations = frames.durations.slice(before + 5, before + 60).sort((a, b) => a - b);
  const median = durations[Math.floor(durations.length / 2)];
  console.log(
    `script per frame: median ${median.toFixed(2)} ms, largest ${durations.at(-1)!.toFixed(2)} ms`,
  );
  expect(median).toBeLessThan(8);
});

test("the first picture is there within a second of opening", async ({ page }) => {
  // the first page also starts the browser's drawing process
  await page.goto(fixture("pendulum"));
  await page.waitForFunction(() => window.alembert?.frames().count > 0);
  await page.goto("about:blank");
  await page.goto(fixture("pendulum"));
  await page.waitForFunction(() => window.alembert?.frames().count > 0);
  const first = await page.evaluate(
    () => performance.getEntriesByName("first-picture")[0].startTime,
  );
  console.log(`first picture after ${first.toFixed(0)} ms`);
  expect(first).toBeLessThan(1000);
});
