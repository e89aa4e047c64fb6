import { expect, test, type Page } from "@playwright/test";
import { serve } from "../mock_studio.mjs";

let mock: Awaited<ReturnType<typeof serve>>;
test.beforeAll(async () => {
  mock = await serve(0);
});
test.afterAll(() => mock.close());

async function open(page: Page, model = "pendulum"): Promise<void> {
  await page.goto(`${mock.address}&model=${model}`);
}
const status = (page: Page) => page.locator(".status");

test("the first model of the gallery is there and runs by itself", async ({ page }) => {
  await open(page);
  await expect(page.locator("textarea")).toHaveValue(/system "Pendulum"/);
  await expect(status(page)).toContainText("reached the end at t = 10");
  expect(await page.evaluate(() => window.alembert.samples())).toBe(501);
  await expect(page.locator("#audit .verdict")).toContainText("holds");
  // all forces are ideal: nothing is dashed, and nothing says so
  await expect(page.locator(".forces")).toContainText("rod");
  await expect(page.getByText("Dashed: the non-ideal part")).toBeHidden();
});

test("a mistake is marked under its characters as one types, and goes when it is mended", async ({
  page,
}) => {
  await open(page);
  await expect(status(page)).toContainText("reached");
  const text = await page.locator("textarea").inputValue();
  await page.locator("textarea").fill(text.replace("x^2 + y^2", "x^2 + oops^2"));
  await expect(page.locator(".mistakes li")).toContainText("'oops' is not defined");
  await expect(page.locator(".mistakes .hint")).toHaveText("did you mean 'y'?");
  await expect(page.locator(".wrong")).toHaveText("oops");
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();

  // the mark stands in the line and under the column that the message gives
  const place = (await page.locator(".mistakes .place").textContent())!.split(":").map(Number);
  expect(place).toEqual([13, 23]);
  const mark = (await page.locator(".wrong").boundingBox())!;
  const field = (await page.locator("textarea").boundingBox())!;
  const letter = mark.width / 4;
  const { left, top, scrolled } = await page.locator("textarea").evaluate((it) => {
    const { paddingLeft, paddingTop } = getComputedStyle(it);
    return { left: parseFloat(paddingLeft), top: parseFloat(paddingTop), scrolled: it.scrollTop };
  });
  expect((mark.x - field.x - left) / letter + 1).toBeCloseTo(23, 1);
  const down = mark.y + mark.height / 2 - field.y - top + scrolled;
  expect(Math.floor(down / 20) + 1).toBe(13);

  await page.locator("textarea").fill(text);
  await expect(page.locator(".wrong")).toHaveCount(0);
  await expect(page.locator(".mistakes li")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
});

test("colours and field scroll together", async ({ page }) => {
  await open(page);
  await expect(status(page)).toContainText("reached");
  await page.locator("textarea").evaluate((field) => (field.scrollTop = 20));
  await expect
    .poll(() => page.locator(".layer").evaluate((layer) => layer.style.transform))
    .toContain("-20px");
});

test("a slider runs the model again with the new value", async ({ page }) => {
  await open(page);
  await expect(status(page)).toContainText("reached");
  const runs = mock.state.runs;
  await page.getByRole("spinbutton", { name: "l" }).fill("2");
  await expect.poll(() => mock.state.runs).toBeGreaterThan(runs);
  await expect(status(page)).toContainText("reached");
  await page.evaluate(() => window.alembert.seek(0));
  const bob = async (): Promise<number> => {
    const { shapes } = await page.evaluate(() => window.alembert.scene());
    return Math.hypot(...shapes.find(({ name }) => name === "bob")!.points[0]);
  };
  await expect.poll(bob).toBeCloseTo(2, 5);
  await expect(page.getByRole("slider", { name: "l, slider" })).toHaveValue("2");
});

test("rows are shown while they arrive, and a cancelled run ends at the program", async ({
  page,
}) => {
  await open(page, "slow");
  await expect(status(page)).toContainText("running: t =");
  const samples = await page.evaluate(() => window.alembert.samples());
  expect(samples).toBeGreaterThan(0);
  expect(samples).toBeLessThan(501);
  await expect.poll(() => page.evaluate(() => window.alembert.samples())).toBeGreaterThan(samples);
  // the cursor goes with the newest row
  expect(await page.evaluate(() => window.alembert.time())).toBeGreaterThan(0);
  const cancelled = mock.state.cancelled;
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(status(page)).toContainText("cancelled");
  await expect.poll(() => mock.state.cancelled).toBe(cancelled + 1);
  const left = await page.evaluate(() => window.alembert.samples());
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => window.alembert.samples())).toBe(left);
});

test("a run that the studio ends says which bound it was, and says everything once", async ({
  page,
}) => {
  await open(page, "bound");
  await expect(status(page)).toHaveText(
    "The motion ended early: interrupted at t = 10. Until there the audit holds. The studio gives " +
      "a run 60 seconds. `alembert run` has no such bound.",
  );
  await expect(page.locator(".thinned")).toContainText("501 of 50,001 samples are shown");
});

test("a kept run stays in the scene and in the plots behind the new one", async ({ page }) => {
  await open(page);
  await expect(status(page)).toContainText("reached");
  await page.getByRole("button", { name: "keep this run to compare" }).click();
  const runs = mock.state.runs;
  await page.getByRole("spinbutton", { name: "l" }).fill("1.5");
  await expect.poll(() => mock.state.runs).toBeGreaterThan(runs);
  await expect.poll(() => page.evaluate(() => window.alembert.samples())).toBe(501);
  await page.evaluate(() => window.alembert.seek(4));
  await page.locator("#plot-coordinates").scrollIntoViewIfNeeded();
  const length = (shapes: { name: string; points: number[][] }[]): number =>
    Math.hypot(...shapes.find(({ name }) => name === "bob")!.points[0]);
  await expect
    .poll(async () => length((await page.evaluate(() => window.alembert.scene())).shapes))
    .toBeCloseTo(1.5, 2);
  expect(length((await page.evaluate(() => window.alembert.scene())).kept)).toBeCloseTo(1, 2);
  await expect
    .poll(async () =>
      (await page.evaluate(() => window.alembert.plots()[0].curves)).map(({ name }) => name),
    )
    .toEqual(["x", "y", "x (kept)", "y (kept)"]);
  await page.getByRole("button", { name: "forget the kept run" }).click();
  expect((await page.evaluate(() => window.alembert.scene())).kept).toEqual([]);
});

test("a wrong token is refused in words", async ({ page }) => {
  await page.goto(mock.address.replace("token=mock", "token=other"));
  await expect(status(page)).toContainText("token");
});

test("at 360 pixels the studio needs no sideways scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  await expect(status(page)).toContainText("reached");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
