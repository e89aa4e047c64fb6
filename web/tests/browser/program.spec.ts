import { expect, test, type Page } from "@playwright/test";
import { statSync } from "node:fs";
import { missing, RunningStudio, WrittenRun } from "../program";

// the machine that tests may be busy with other things
test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 60_000, navigationTimeout: 120_000 });
test.skip(missing() !== "", missing());

let written: WrittenRun[] = [];
test.afterEach(() => {
  for (const run of written) run.remove();
  written = [];
});

function write(model: string, options: string[] = []): WrittenRun {
  const run = new WrittenRun(model, options);
  written.push(run);
  return run;
}

async function open(page: Page, { report }: WrittenRun): Promise<void> {
  await page.goto(`file://${report}`);
  await page.waitForFunction(() => window.alembert?.frames().count > 0);
}

/** Moves the cursor and lets the page draw. */
async function seek(page: Page, t: number): Promise<void> {
  await page.evaluate(async (time) => {
    window.alembert.seek(time);
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  }, t);
}

for (const model of [
  "double_pendulum/double_pendulum",
  "rolling_disk/rolling_disk",
  "appell/resisted",
  "bricard/bricard",
  "andrews_squeezer/andrews_squeezer",
  "kepler/kepler",
]) {
  test(`the report of ${model} opens from disk without an error and without the network`, async ({
    page,
  }) => {
    const errors: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => requests.push(request.url()));
    await open(page, write(model));
    // scrolled through, everything that waits for the eye is made
    for (const id of ["plots", "figure", "model", "audit", "equations"]) {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    }
    await expect(page.locator("#equations .katex").first()).toBeVisible();
    await expect(page.locator(".katex-error, .display code")).toHaveCount(0);
    await expect(page.locator("#audit .verdict")).toHaveClass(/good/);
    expect(errors).toEqual([]);
    expect(requests.filter((url) => !/^(file|data|blob):/.test(url))).toEqual([]);
  });
}

/** A component of an arrow, and where motion.csv has its number. */
interface Component {
  constraint: string;
  nth: number; // among the arrows of its constraint
  axis: number;
  at: string;
  force: string;
}

async function compareArrows(page: Page, run: WrittenRun, t: number, parts: Component[]) {
  await seek(page, t);
  const { arrows, scale } = await page.evaluate(() => window.alembert.scene());
  // the scale is the one the page tells: so many units of force to a unit of length
  const words = (await page.locator(".scale .value").textContent()) ?? "";
  const forcePerLength = Number(/= ([\d.e]+)/.exec(words)?.[1]);
  expect(forcePerLength * scale).toBeCloseTo(1, 9);
  for (const { constraint, nth, axis, at, force } of parts) {
    const arrow = arrows.filter((item) => item.constraint === constraint)[nth];
    const total = run.at(t, `ideal(${force})`) + run.at(t, `nonideal(${force})`);
    const drawn = (arrow.tip[axis] - arrow.tail[axis]) * forcePerLength;
    expect(arrow.visible).toBe(true);
    expect(arrow.tail[axis]).toBeCloseTo(run.at(t, at), 5);
    // the picture has single precision
    expect(Math.abs(drawn - total)).toBeLessThan(1e-5 * Math.max(1, Math.abs(total), forcePerLength));
  }
}

test("arrows of the double pendulum are the forces of motion.csv", async ({ page }) => {
  const run = write("double_pendulum/double_pendulum");
  await open(page, run);
  const parts = [
    { constraint: "rod1", nth: 0, body: 1 },
    { constraint: "rod2", nth: 0, body: 1 },
    { constraint: "rod2", nth: 1, body: 2 },
  ].flatMap(({ constraint, nth, body }) =>
    ["x", "y"].map((letter, axis) => {
      const at = `${letter}${body}`;
      return { constraint, nth, axis, at, force: `${constraint}, ${at}` };
    }),
  );
  // at instants at which no arrow is cut short
  for (const t of [0, 1.2, 7.31]) await compareArrows(page, run, t, parts);
});

test("arrows of the rolling disk are the forces of motion.csv", async ({ page }) => {
  const run = write("rolling_disk/rolling_disk");
  await open(page, run);
  const parts = [
    { constraint: "roll_x", nth: 0, axis: 0, at: "contact_x", force: "roll_x, x" },
    { constraint: "roll_y", nth: 0, axis: 1, at: "contact_y", force: "roll_y, y" },
  ];
  for (const t of [0.5, 2, 4.25]) await compareArrows(page, run, t, parts);
});

test("10,000 samples make a report below 3 MB that says it is thinned", async ({ page }) => {
  const run = write("double_pendulum/double_pendulum", ["--every", "0.001"]);
  expect(statSync(run.report).size).toBeLessThan(3e6);
  await open(page, run);
  const shown = await page.evaluate(() => window.alembert.samples());
  expect(shown).toBeGreaterThan(500);
  expect(shown).toBeLessThan(10_001);
  const words = `${shown.toLocaleString("en")} of 10,001 samples are shown`;
  await expect(page.locator(".thinned")).toContainText(words);
});

test("scrubbing moves the cursors of plots, the arrows and Fig. 1 together", async ({ page }) => {
  const run = write("double_pendulum/double_pendulum");
  await open(page, run);
  const figure = page.locator(".figure svg");
  const read = async (t: number) => {
    const scrub = page.locator(".scrub");
    await scrub.evaluate((slider, time) => {
      (slider as HTMLInputElement).value = String(time);
      slider.dispatchEvent(new Event("input"));
    }, t);
    expect(await page.evaluate(() => window.alembert.time())).toBeCloseTo(t, 9);
    await page.locator("#figure").scrollIntoViewIfNeeded();
    await expect(figure).toBeVisible();
    await seek(page, t);
    // it is drawn once the browser has noticed that it can be seen
    await expect
      .poll(async () => Number(await page.locator(".figure").getAttribute("data-time")))
      .toBeCloseTo(t, 9);
    const fig1 = await figure.innerHTML();
    await page.locator("#plot-coordinates").scrollIntoViewIfNeeded();
    const cursor = () =>
      page.evaluate(() => window.alembert.plots().find(({ id }) => id === "coordinates")!.time);
    await expect.poll(async () => Math.abs(((await cursor()) ?? -1) - t)).toBeLessThan(0.02);
    const { arrows, scale } = await page.evaluate(() => window.alembert.scene());
    return { fig1, force: (arrows[0].tip[1] - arrows[0].tail[1]) / scale };
  };
  const early = await read(2.5);
  const late = await read(6.5);
  expect(late.fig1).not.toBe(early.fig1);
  expect(early.force).toBeCloseTo(run.at(2.5, "ideal(rod1, y1)"), 3);
  expect(late.force).toBeCloseTo(run.at(6.5, "ideal(rod1, y1)"), 3);
});

const pendulum = `system "Typed by hand"
coordinates x y
parameters
    l = 1.0
    g = 9.81
kinetic 1/2*(x'^2 + y'^2)
potential g*y
constraint rod: x^2 + y^2 = l^2
start
    x = l*sin(2), y = -l*cos(2)
run 4
    every 0.01
draw
    line rod (0,0) (x,y)
    point bob (x,y)
`;
// takes minutes: whoever asks for least squares gets the slow solvers, and 3,000 steps last a second
const endless = `system "Endless"
coordinates x y
kinetic 1/2*(x'^2 + y'^2)
potential 9.81*y
constraint rod: x^2 + y^2 = 1
start
    x = 1, y = 0
run 20000 every 5 inconsistent least_squares
`;

test("the studio: write a pendulum, break it, mend it, change it, cancel and compare", async ({
  page,
}) => {
  const studio = await RunningStudio.start();
  try {
    await page.goto(studio.address);
    const field = page.locator("textarea");
    const status = page.locator(".status");
    const run = page.getByRole("button", { name: "Run", exact: true });
    const samples = (): Promise<number> => page.evaluate(() => window.alembert.samples());
    const bob = async (which: "shapes" | "kept" = "shapes"): Promise<number[]> => {
      const scene = await page.evaluate(() => window.alembert.scene());
      return scene[which].find(({ name }) => name === "bob")?.points[0] ?? [];
    };
    const patient = { timeout: 90_000 };
    await expect(status).toContainText("reached", patient);

    // typed key by key from nothing, it is found right and runs
    await field.fill("");
    await field.pressSequentially(pendulum.split("\n")[0]);
    await field.fill(pendulum);
    await expect(page.locator(".mistakes li")).toHaveCount(0, patient);
    await expect(run).toBeEnabled(patient);
    await run.click();
    await expect(page.locator("h1")).toHaveText("Typed by hand", patient);
    await expect(status).toContainText("reached the end at t = 4", patient);
    await expect.poll(samples, patient).toBe(401);
    await seek(page, 0);
    const before = await bob();
    expect(before[0]).toBeCloseTo(Math.sin(2), 5);
    await seek(page, 0.5);
    expect(Math.hypot(...(await bob()))).toBeCloseTo(1, 4);
    expect(Math.abs((await bob())[0] - before[0])).toBeGreaterThan(0.01);

    // broken: the message stands under the very characters
    await field.fill(pendulum.replace("x^2 + y^2 =", "x^2 + yy^2 ="));
    await expect(page.locator(".mistakes li")).toContainText("'yy' is not defined", patient);
    await expect(page.locator(".mistakes .place")).toHaveText("8:23");
    await expect(page.locator(".wrong")).toHaveText("yy");
    await expect(run).toBeDisabled();
    await field.fill(pendulum);
    await expect(page.locator(".mistakes li")).toHaveCount(0, patient);
    await expect(run).toBeEnabled(patient);

    // kept, and another length beside it
    await run.click();
    await expect(status).toContainText("reached", patient);
    await page.getByRole("button", { name: "keep this run to compare" }).click();
    await page.getByRole("spinbutton", { name: "l" }).fill("1.5");
    await expect
      .poll(async () => {
        await seek(page, 1);
        return Math.hypot(...(await bob()));
      }, patient)
      .toBeCloseTo(1.5, 2);
    expect(Math.hypot(...(await bob("kept")))).toBeCloseTo(1, 2);

    // a run that would last for minutes shows its rows and ends when it is cancelled
    await field.fill(endless);
    await expect(page.locator(".mistakes li")).toHaveCount(0, patient);
    await expect(run).toBeEnabled(patient);
    await run.click();
    await expect(page.locator("h1")).toHaveText("Endless", patient);
    await expect(status).toContainText("running: t =", patient);
    const some = await samples();
    await expect.poll(samples, patient).toBeGreaterThan(some);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(status).toContainText("cancelled", patient);
    const left = await samples();
    await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
    expect(await samples()).toBe(left);
  } finally {
    expect(await studio.end()).toBe(0);
  }
});

test("the studio: a start that cannot be is marked at its values until it is mended", async ({
  page,
}) => {
  const studio = await RunningStudio.start();
  try {
    await page.goto(studio.address);
    const field = page.locator("textarea");
    const run = page.getByRole("button", { name: "Run", exact: true });
    const patient = { timeout: 90_000 };
    const text = "coordinates x y\nkinetic x'^2 + y'^2\nconstraint rod: x^2 + y^2 = 1\nstart y = 0, x = 2\nrun 1\n";
    await expect(page.locator(".status")).toContainText("reached", patient);
    await field.fill(text);
    await expect(page.locator(".mistakes li")).toHaveCount(0, patient);
    await expect(run).toBeEnabled(patient);
    await run.click();
    await expect(page.locator(".status")).toContainText("the start contradicts 'rod'", patient);
    expect((await page.locator(".wrong").allTextContents()).join("")).toBe("y = 0, x = 2");
    await expect(page.locator(".mistakes .place")).toHaveText("4:7");
    await field.fill(text.replace("x = 2", "x = 1"));
    await expect(page.locator(".wrong")).toHaveCount(0, patient);
    await expect(run).toBeEnabled(patient);
    await run.click();
    await expect(page.locator(".status")).toContainText("reached the end at t = 1", patient);
  } finally {
    expect(await studio.end()).toBe(0);
  }
});
