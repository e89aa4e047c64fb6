import { expect, test, type Page } from "@playwright/test";
import { missing, WrittenRun } from "../program";

// what a picture must not get wrong: where forces act, which way they point, what is up, what turns
test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 60_000, navigationTimeout: 120_000 });
test.skip(missing() !== "", missing());

let written: WrittenRun[] = [];
test.afterEach(() => {
  for (const run of written) run.remove();
  written = [];
});

async function open(page: Page, model: string, options: string[] = []): Promise<WrittenRun> {
  const run = new WrittenRun(model, options);
  written.push(run);
  await page.goto(`file://${run.report}`);
  await page.waitForFunction(() => window.alembert?.frames().count > 0);
  return run;
}

async function sceneAt(page: Page, t: number) {
  return page.evaluate(async (time) => {
    window.alembert.seek(time);
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    return window.alembert.scene();
  }, t);
}

const minus = (u: number[], v: number[]): number[] => u.map((x, i) => x - v[i]);
const dot = (u: number[], v: number[]): number => u.reduce((sum, x, i) => sum + x * v[i], 0);
const norm = (u: number[]): number => Math.sqrt(dot(u, u));

test("two arrows that pull at each other never pass, at any time and any enlargement", async ({
  page,
}) => {
  await open(page, "double_pendulum/double_pendulum");
  const longer = page.getByRole("button", { name: "Longer arrows" });
  let cut = 0;
  for (let k = 0; k < 3; ++k) {
    for (let t = 0; t <= 10; t += 0.1) {
      const { arrows } = await sceneAt(page, t);
      const [one, other] = arrows.filter(({ constraint }) => constraint === "rod2");
      const apart = minus(other.tail, one.tail);
      const drawn = minus(one.tip, one.tail);
      if (one.visible && dot(drawn, apart) > 0)
        expect(norm(drawn)).toBeLessThan(0.4501 * norm(apart));
      // and it is said where arrows are shorter than the scale makes them
      if (await page.locator(".cut").isVisible()) ++cut;
    }
    await longer.click();
  }
  expect(cut).toBeGreaterThan(0);
  expect(cut).toBeLessThan(300);
});

test("forces on a rolling disk act where it touches the ground", async ({ page }) => {
  const run = await open(page, "rolling_disk/rolling_disk");
  await expect(page.locator(".picture .note")).not.toContainText("not drawn");
  for (const t of [0.5, 2, 4.25]) {
    const { arrows } = await sceneAt(page, t);
    expect(arrows.length).toBeGreaterThan(0);
    const contact = [run.at(t, "contact_x"), run.at(t, "contact_y"), 0];
    for (const arrow of arrows) expect(norm(minus(arrow.tail, contact))).toBeLessThan(1e-5);
  }
});

test("a disk turns as it rolls", async ({ page }) => {
  const run = await open(page, "rolling_disk/rolling_disk");
  for (const t of [0.5, 2, 4.25]) {
    const { shapes } = await sceneAt(page, t);
    // the spoke is the level diameter turned by psi about the axis
    const [phi, theta, psi] = ["phi", "theta", "psi"].map((name) => run.at(t, name));
    const line = [Math.cos(phi), Math.sin(phi), 0];
    const across = [
      -Math.cos(theta) * Math.sin(phi),
      Math.cos(theta) * Math.cos(phi),
      Math.sin(theta),
    ];
    const spoke = shapes.find(({ what }) => what === "disk")!.spoke!;
    expect(dot(spoke, line)).toBeCloseTo(Math.cos(psi), 4);
    expect(dot(spoke, across)).toBeCloseTo(Math.sin(psi), 4);
  }
});

test("the bicycle stands on its wheels, which turn as it rides", async ({ page }) => {
  const run = await open(page, "bicycle/bicycle");
  const before = await sceneAt(page, 0);
  // z points down in this model
  expect(before.heights.rear).toBeCloseTo(0.3, 6);
  expect(before.heights.frame).toBeGreaterThan(0.8);
  const after = await sceneAt(page, 1);
  const spokes = [before, after].map(({ shapes }) => {
    return shapes.find(({ what, name }) => what === "disk" && name === "rear")!.spoke!;
  });
  // it has yawed by 0.3 and leans little
  expect(Math.abs(dot(spokes[0], spokes[1]) - Math.cos(run.at(1, "hub_r")))).toBeLessThan(0.1);
});

test("a joint acts at its point with the force that the run tells, and the ground holds it there", async ({
  page,
}) => {
  const run = await open(page, "four_bar_in_space/four_bar_in_space");
  const { arrows, shapes, scale, moments } = await sceneAt(page, 1);
  const turn = run.at(1, "pin[1]");
  const arrow = arrows.find(({ constraint }) => constraint === "pin[2]")!;
  expect(norm(minus(arrow.tail, [-Math.sin(turn), Math.cos(turn), 0]))).toBeLessThan(1e-5);
  const force = [1, 2, 3].map((k) => run.at(1, `reaction(pin[2], link[2]).${k}`));
  const drawn = minus(arrow.tip, arrow.tail).map((x) => x / scale);
  expect(norm(minus(drawn, force)) / norm(force)).toBeLessThan(1e-4);
  // what rounding leaves of moments is no arrow
  expect(moments.every(({ visible }) => !visible)).toBe(true);
  const held = shapes.filter(({ what }) => what === "ground").map(({ points }) => points[0]);
  expect(held).toEqual([
    [0, 0, 0],
    [1, 0, 0],
  ]);
  await expect(page.locator(".constraints")).toContainText("not unique: the joints share it");
});

test("the moment of a hinge is an arrow across its axis", async ({ page }) => {
  const run = await open(page, "../tests/bodies/hinge_with_tilted_axis");
  const { moments } = await sceneAt(page, 0.5);
  expect(moments).toHaveLength(1);
  expect(moments[0].visible).toBe(true);
  expect(norm(minus(moments[0].tail, [1, 2, 3]))).toBeLessThan(1e-5);
  const told = [1, 2, 3].map((k) => run.at(0.5, `moment(hinge, arm).${k}`));
  const drawn = minus(moments[0].tip, moments[0].tail);
  expect(dot(drawn, told) / (norm(drawn) * norm(told))).toBeCloseTo(1, 5);
  expect(Math.abs(drawn[1] + drawn[2])).toBeLessThan(1e-4 * norm(drawn));
});

test("a block on an incline is pressed across the slope and braked along it", async ({ page }) => {
  const run = await open(page, "friction/block");
  const { arrows, scale } = await sceneAt(page, 1);
  const alpha = 0.6;
  const [along, across] = [
    [Math.cos(alpha), -Math.sin(alpha), 0],
    [Math.sin(alpha), Math.cos(alpha), 0],
  ];
  const [normal, friction] = [arrows.find((a) => !a.dashed)!, arrows.find((a) => a.dashed)!];
  for (const arrow of [normal, friction]) expect(arrow.visible).toBe(true);
  const pressed = minus(normal.tip, normal.tail);
  const braked = minus(friction.tip, friction.tail);
  expect(dot(pressed, across) / scale).toBeCloseTo(run.at(1, "normal_force"), 3);
  expect(dot(pressed, along) / scale).toBeCloseTo(0, 3);
  expect(dot(braked, along) / scale).toBeCloseTo(run.at(1, "friction"), 3);
  expect(dot(braked, across) / scale).toBeCloseTo(0, 3);
  await expect(page.locator(".forces")).toContainText("Dashed: the non-ideal part");
});

test("what only normalises coordinates is no arrow", async ({ page }) => {
  await open(page, "heavy_top/formulas");
  const { arrows } = await sceneAt(page, 1);
  expect(arrows).toEqual([]);
});

test("a report is printed whole: scene, plots, figure, equations, and no controls", async ({
  page,
}) => {
  await open(page, "double_pendulum/double_pendulum");
  await sceneAt(page, 2.2);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const still = page.locator(".still");
  await expect(still).toBeVisible();
  // not blank: the still picture has the colours of both rods' forces
  const colours = await still.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const pen = canvas.getContext("2d")!;
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const seen = new Set<string>();
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 250) seen.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
    }
    return [...seen];
  });
  expect(colours).toEqual(expect.arrayContaining(["0,114,178", "213,94,0"]));
  const panels = await page.evaluate(() => window.alembert.plots());
  const words = await page.locator(".in-words").count();
  expect(panels.filter(({ curves }) => curves.length > 0).length + words).toBe(panels.length);
  await expect(page.locator(".figure svg")).toHaveCount(1);
  expect(await page.locator(".display:empty").count()).toBe(0);
  for (const control of [".transport", ".fit", ".segmented", "nav", ".theme"]) {
    await expect(page.locator(control)).toBeHidden();
  }
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(still).toHaveCount(0);
});

test("without scripts a report tells title, outcome, end and audit", async ({ browser }) => {
  const run = new WrittenRun("double_pendulum/double_pendulum");
  written.push(run);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`file://${run.report}`);
  await expect(page.locator("h1")).toHaveText("Double pendulum in Cartesian coordinates");
  const words = page.locator("pre");
  await expect(words).toBeVisible();
  for (const part of ["reached the end", "rod2: lambda", "audit", "energy", "2 of 2 hold"]) {
    await expect(words).toContainText(part);
  }
  await context.close();
});

test("curves of a motion that is too fast for its outputs are called that", async ({ page }) => {
  await open(page, "double_pendulum/double_pendulum");
  await expect(page.locator(".aliased")).toHaveCount(0);
  await open(page, "double_pendulum/double_pendulum", ["--until", "400", "--every", "5"]);
  await expect(page.locator(".aliased")).toContainText("x1, y1, x2, y2: too fast");
  await expect(page.locator(".aliased")).toContainText("one output every 5");
});

test("the flexible slider crank greets without a warning", async ({ page }) => {
  await open(page, "flexible_slider_crank/flexible_slider_crank");
  await expect(page.locator("header .verdict")).toHaveClass(/good/);
  await expect(page.locator("header .verdict")).toContainText("The audit holds");
});
