import { expect, test } from "@playwright/test";

const fixture = (name: string): string =>
  `file://${new URL(`../fixtures/${name}.html`, import.meta.url).pathname}`;

test.beforeEach(async ({ page }) => {
  await page.goto(fixture("shapes"));
  await page.waitForFunction(() => window.alembert?.frames().count > 0);
});

test("every shape is in the scene where the data say", async ({ page }) => {
  await page.evaluate(() => window.alembert.seek(1));
  await expect
    .poll(() => page.evaluate(() => window.alembert.scene().shapes[0].points[0][0]))
    .toBeCloseTo(Math.cos(1), 3);
  const { shapes } = await page.evaluate(() => window.alembert.scene());
  expect(shapes.map(({ what }) => what).sort()).toEqual([
    "box",
    "disk",
    "frame",
    "line",
    "point",
    "sphere",
  ]);
  const frame = shapes.find(({ what }) => what === "frame")!;
  // origin and the tips of three axes at right angles
  const axes = frame.points.slice(1).map((tip) => tip.map((x, i) => x - frame.points[0][i]));
  const dot = (u: number[], v: number[]): number => u.reduce((sum, x, i) => sum + x * v[i], 0);
  expect(axes.length).toBe(3);
  expect(dot(axes[0], axes[1])).toBeCloseTo(0, 5);
  expect(Math.atan2(axes[0][1], axes[0][0])).toBeCloseTo(1, 3);
});

test("the track is strong up to the cursor and faint beyond", async ({ page }) => {
  await page.evaluate(() => window.alembert.seek(2));
  await expect
    .poll(() => page.evaluate(() => window.alembert.scene().tracks))
    .toEqual([{ name: "round", strong: 40, whole: 100 }]);
});

test("ideal and non-ideal parts are shown apart, and their sum", async ({ page }) => {
  await page.evaluate(() => window.alembert.seek(0));
  // solid, then dashed
  const forces = (): Promise<number[][]> =>
    page.evaluate(() => {
      const { arrows, scale } = window.alembert.scene();
      return arrows.map(({ tip, tail }) =>
        tip.map((x, i) => Math.round(((x - tail[i]) / scale) * 1e3) / 1e3 + 0),
      );
    });
  const none = [0, 0, 0];
  await expect.poll(forces).toEqual([[0, 0, 3], [0, 1, 0]]);
  await page.getByText("sum", { exact: true }).click();
  await expect.poll(forces).toEqual([[0, 1, 3], none]);
  await page.getByText("ideal", { exact: true }).click();
  await expect.poll(forces).toEqual([[0, 0, 3], none]);
  await page.getByText("non-ideal", { exact: true }).click();
  await expect.poll(forces).toEqual([none, [0, 1, 0]]);
});

test("a force that is not unique and a failed audit are said", async ({ page }) => {
  await expect(page.getByRole("button", { name: "Force of rod" })).toContainText("not unique");
  await expect(page.locator("header .outcome")).toHaveClass(/bad/);
  await expect(page.locator("header .verdict")).toHaveClass(/bad/);
  await expect(page.locator(".audit tbody tr").first()).toContainText("fails");
  // beside the audit stands what the model itself expects
  await expect(page.locator("header .checked")).toContainText("The model's checks fail: 1 of 2");
  await expect(page.locator("#audit .checks li").nth(0)).toContainText("holds energy constant");
  await expect(page.locator("#audit .checks li").nth(1)).toContainText("fails at 2: x = 5");
  // the page shows texts, it does not obey them
  await expect(page.locator(".audit")).toContainText("<b>here</b>");
});

test("where Fig. 1 does not apply the page says so", async ({ page }) => {
  await page.locator("#figure").scrollIntoViewIfNeeded();
  await page.evaluate(() => window.alembert.seek(1));
  await expect(page.locator(".figure")).toContainText("does not apply");
  await page.evaluate(() => window.alembert.seek(4));
  await expect(page.locator(".figure svg")).toBeVisible();
});
