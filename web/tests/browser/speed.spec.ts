// Work is counted, not timed: however busy the machine, a page makes the same calls.
import { type CDPSession, type Page, expect, test } from "@playwright/test";

const fixture = (name: string): string =>
  `file://${new URL(`../fixtures/${name}.html`, import.meta.url).pathname}`;

/** Counts the calls of functions from now on. */
async function countCalls(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Profiler.enable");
  await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return session;
}

/** The calls since it was asked last. */
async function callsOf(session: CDPSession): Promise<number> {
  const { result } = await session.send("Profiler.takePreciseCoverage");
  return result
    .flatMap(({ functions }) => functions)
    .reduce((sum, { ranges }) => sum + ranges[0].count, 0);
}

// a page that is drawn without a graphics card on a busy machine may take seconds a frame
test.setTimeout(600_000);

test("a hundred bodies with their forces take fewer than 25,000 calls a frame", async ({
  page,
}) => {
  const session = await countCalls(page);
  await page.goto(fixture("chain"));
  await page.waitForFunction(() => window.alembert?.frames().count > 0, null, { timeout: 0 });
  await page.getByRole("button", { name: "show all" }).click();
  const shown = await page.evaluate(() => window.alembert.scene());
  expect(shown.shapes.length).toBe(200);
  // the first frames prepare what the others use
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const changes = { elements: 0, others: 0 };
    new MutationObserver((records) => {
      for (const { type, addedNodes } of records)
        if (type === "childList") changes.elements += addedNodes.length;
        else ++changes.others;
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(window, { changes });
    window.alembert.play();
  });
  const count = () => page.evaluate(() => window.alembert.frames().count);
  const before = await count();
  await callsOf(session);
  await page.waitForFunction((count) => window.alembert.frames().count > count + 5, before, {
    timeout: 0,
  });
  const calls = await callsOf(session);
  const frames = (await count()) - before;
  const changes = await page.evaluate(
    () => (window as unknown as { changes: { elements: number; others: number } }).changes,
  );
  console.log(
    `a frame: ${(calls / frames).toFixed(0)} calls, ` +
      `${(changes.others / frames).toFixed(1)} changes, ${(changes.elements / frames).toFixed(1)} new nodes`,
  );
  expect(calls / frames).toBeLessThan(25_000);
  expect(changes.others / frames).toBeLessThan(20);
  expect(changes.elements / frames).toBeLessThan(40);
});

test("the first picture takes fewer than 600,000 calls and nothing but the page itself", async ({ page }) => {
  const session = await countCalls(page);
  await page.goto(fixture("pendulum"));
  await page.waitForFunction(() => window.alembert?.frames().count > 0, null, { timeout: 0 });
  const calls = await callsOf(session);
  console.log(`the first picture: ${calls} calls`);
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").length);
  expect(loaded).toBe(0);
  expect(calls).toBeLessThan(600_000);
});
