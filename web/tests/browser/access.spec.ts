import { expect, test } from "@playwright/test";

const fixture = (name: string): string =>
  `file://${new URL(`../fixtures/${name}.html`, import.meta.url).pathname}`;

test("space, arrows, home and end move the time from anywhere", async ({ page }) => {
  await page.goto(fixture("pendulum"));
  const time = (): Promise<number> => page.evaluate(() => window.alembert.time());
  await page.keyboard.press("End");
  expect(await time()).toBe(10);
  await page.keyboard.press("ArrowLeft");
  expect(await time()).toBeCloseTo(9.99, 9);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await time()).toBeCloseTo(0.02, 9);
  await page.keyboard.press(" ");
  expect(await page.evaluate(() => window.alembert.playing())).toBe(true);
  await expect.poll(time).toBeGreaterThan(0.1);
  await page.keyboard.press(" ");
  const stopped = await time();
  await page.waitForTimeout(200);
  expect(await time()).toBe(stopped);
});

test("nothing is drawn while nothing changes", async ({ page }) => {
  await page.goto(fixture("pendulum"));
  await page.waitForTimeout(1000);
  const before = await page.evaluate(() => window.alembert.frames().count);
  await page.waitForTimeout(700);
  expect(await page.evaluate(() => window.alembert.frames().count)).toBe(before);
});

test("the keyboard reaches every control, and one sees where it is", async ({ page }) => {
  await page.goto(fixture("pendulum"));
  const reached = new Set<string>();
  for (let i = 0; i < 12; ++i) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const { activeElement: it } = document;
      const seen = it?.matches("input[type=radio]") ? it.nextElementSibling! : it!;
      return {
        name: it?.getAttribute("aria-label") ?? it?.textContent ?? "",
        outline: getComputedStyle(seen).outlineStyle,
      };
    });
    expect(focus.outline, focus.name).not.toBe("none");
    reached.add(focus.name);
  }
  expect([...reached]).toEqual(
    expect.arrayContaining(["Dark colours", "Force of rod1", "Longer arrows", "fit"]),
  );
});

test("dark colours follow the system, and the switch wins over it", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(fixture("pendulum"));
  const luminance = (): Promise<number> =>
    page.evaluate(() => {
      const parts = getComputedStyle(document.body).backgroundColor.match(/\d+/g)!.map(Number);
      return parts.slice(0, 3).reduce((sum, x) => sum + x, 0) / 765;
    });
  expect(await luminance()).toBeLessThan(0.2);
  await page.getByRole("button", { name: "Dark colours" }).click();
  expect(await luminance()).toBeGreaterThan(0.9);
});

for (const name of ["pendulum", "disk", "chain"]) {
  test(`at 360 pixels the ${name} needs no sideways scrolling`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(fixture(name));
    for (let y = 0; y < 12; ++y) {
      await page.evaluate((k) => scrollTo(0, k * 700), y);
      await page.waitForTimeout(30);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
  });
}

test("without WebGL the scene says so and all else works", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
      apply: (get, canvas, args) =>
        String(args[0]).startsWith("webgl") ? null : Reflect.apply(get, canvas, args),
    });
  });
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(fixture("pendulum"));
  await expect(page.locator(".scene .missing")).toContainText("WebGL");
  await page.keyboard.press("End");
  await page.locator("#plot-coordinates").scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.alembert.plots()[0].time)).toBeCloseTo(10, 1);
  expect(errors).toEqual([]);
});
