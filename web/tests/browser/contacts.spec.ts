import { expect, test } from "@playwright/test";
import { missing, WrittenRun } from "../program";

// the bars of phases under the time cursor, of a motion that the program ran

test.skip(missing() !== "", missing());

test("bars show phases and impacts where they were, and a click goes there", async ({ page }) => {
  const run = new WrittenRun("bouncing_ball/bouncing_ball");
  try {
    await page.goto(`file://${run.report}`);
    await page.waitForFunction(() => window.alembert?.frames().count > 0);
    const bar = page.locator(".phases .bar");
    await expect(bar).toHaveCount(1);
    const box = (await bar.boundingBox())!;
    const rest = (await bar.locator(".phase.rest").boundingBox())!;
    expect((rest.x - box.x) / box.width).toBeCloseTo(4.06371276887 / 6, 2);
    const impacts = bar.locator(".impact");
    expect(await impacts.count()).toBeGreaterThan(20);
    const first = (await impacts.first().boundingBox())!;
    expect((first.x + first.width / 2 - box.x) / box.width).toBeCloseTo(0.451523641 / 6, 2);

    await bar.click({ position: { x: 0.9 * box.width, y: 5 } });
    await expect(page.locator(".phases .now")).toHaveText("rest");
    expect(await page.evaluate(() => window.alembert.time())).toBeCloseTo(5.4, 1);
    // just after an impact its bar flashes, in between it does not
    const flash = (t: number) =>
      page.evaluate(async (time) => {
        window.alembert.seek(time);
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
        return Number(
          document.querySelector<HTMLElement>(".phases .bar")!.style.getPropertyValue("--flash"),
        );
      }, t);
    expect(await flash(0.4516)).toBeGreaterThan(0.9);
    expect(await flash(0.8)).toBe(0);
    await expect(page.locator(".phases .now")).toHaveText("open");
  } finally {
    run.remove();
  }
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  test(`on the first screen of ${width} x ${height} are all bars, above that of playing`, async ({
    page,
  }) => {
    const run = new WrittenRun("ladder/ladder");
    try {
      await page.setViewportSize({ width, height });
      await page.goto(`file://${run.report}`);
      await page.waitForFunction(() => window.alembert?.frames().count > 0);
      const bars = page.locator(".phases .bar");
      await expect(bars).toHaveCount(3);
      const last = (await bars.last().boundingBox())!;
      const playing = (await page.locator(".transport").boundingBox())!;
      expect(last.y + last.height).toBeLessThanOrEqual(playing.y);
      expect((await page.locator(".scene").boundingBox())!.height).toBeGreaterThan(250);
    } finally {
      run.remove();
    }
  });
}

test("the gap of an open contact, and slip where friction slips, are no residuals", async ({
  page,
}) => {
  for (const [model, shown] of [
    ["bouncing_ball/bouncing_ball", "Zero at all times"],
    ["stick_slip/stick_slip", "belt.slip0"], // it sticks at the start
  ]) {
    const run = new WrittenRun(model);
    try {
      await page.goto(`file://${run.report}`);
      await page.waitForFunction(() => window.alembert?.frames().count > 0);
      const panel = page.locator("#plot-residuals");
      await panel.scrollIntoViewIfNeeded();
      await expect(panel).toContainText("A contact has residuals only while it is closed");
      await expect(panel).toContainText(shown);
      const plots = await page.evaluate(() => window.alembert.plots());
      for (const curve of plots.find(({ id }) => id === "residuals")!.curves)
        expect(curve.largest).toBeLessThan(1e-9);
    } finally {
      run.remove();
    }
  }
});

test("an impact flashes where the contact acts, and its force acts there once it rests", async ({
  page,
}) => {
  const run = new WrittenRun("bouncing_ball/bouncing_ball");
  try {
    await page.goto(`file://${run.report}`);
    await page.waitForFunction(() => window.alembert?.frames().count > 0);
    const sceneAt = (t: number) =>
      page.evaluate(async (time) => {
        window.alembert.seek(time);
        await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
        return window.alembert.scene();
      }, t);
    // the second impact has 0.8 of the impulse of the first
    const first = 0.451523640985730904;
    const second = 1.17396146656290035;
    const [one] = (await sceneAt(first + 1e-9)).flashes;
    const [two] = (await sceneAt(second + 1e-9)).flashes;
    expect(one.contact).toBe("floor");
    expect(one.opacity).toBeGreaterThan(0);
    expect(two.opacity / one.opacity).toBeCloseTo(Math.sqrt(0.8), 2);
    const between = await sceneAt(0.8);
    expect(between.flashes).toEqual([]);
    expect(between.arrows.filter(({ visible }) => visible)).toEqual([]);
    const resting = await sceneAt(5.4);
    expect(resting.flashes).toEqual([]);
    const arrow = resting.arrows.find(({ constraint }) => constraint === "floor")!;
    expect(arrow.visible).toBe(true);
    // where it struck is where it rests, and the force points upwards
    for (const axis of [0, 1]) expect(arrow.tail[axis]).toBeCloseTo(one.at[axis], 6);
    expect(arrow.tip[1] - arrow.tail[1]).toBeGreaterThan(0);
  } finally {
    run.remove();
  }
});

test("a line that catches a load flashes at the load", async ({ page }) => {
  const run = new WrittenRun("crane_catch/crane_catch");
  try {
    await page.goto(`file://${run.report}`);
    await page.waitForFunction(() => window.alembert?.frames().count > 0);
    const bar = page.locator(".phases .row", { hasText: "safety" });
    const span = { open: bar.locator(".phase.open"), rest: bar.locator(".phase.rest") };
    await expect(span.open).toHaveCount(1);
    await expect(span.rest).toHaveCount(1);
    const caught = await page.evaluate(async () => {
      // the bars tell when; a hundredth of the run later it is over
      const stroke = [...document.querySelectorAll<HTMLElement>(".phases .impact")].map(
        ({ style }) => parseFloat(style.left) / 100,
      );
      window.alembert.seek(6 * stroke[0] + 1e-6);
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
      return { strokes: stroke.length, scene: window.alembert.scene() };
    });
    expect(caught.strokes).toBe(1);
    const [flash] = caught.scene.flashes;
    expect(flash.contact).toBe("safety");
    expect(Math.hypot(flash.at[0], flash.at[1])).toBeCloseTo(6, 3);
  } finally {
    run.remove();
  }
});
