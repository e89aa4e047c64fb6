import { expect, test, type Page } from "@playwright/test";
import { readFileSync, statSync } from "node:fs";
import type { MotionData } from "../../src/data";
import { Table } from "../../src/table";

const fixtures = new URL("../fixtures/", import.meta.url).pathname;

function motion(name: string): { data: MotionData; table: Table } {
  const data = JSON.parse(readFileSync(`${fixtures}${name}.json`, "utf8")) as MotionData;
  return { data, table: new Table(data.columns) };
}

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`file://${fixtures}${name}.html`);
  await page.waitForFunction(() => window.alembert?.frames().count > 0);
}

/** Lets the page draw what it was told. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
  );
}

test("the page opens from disk without an error and without asking the network", async ({
  page,
}) => {
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  for (const name of ["pendulum", "disk", "chain"]) await open(page, name);
  // scrolled through, everything that waits for the eye is made
  await open(page, "pendulum");
  for (const id of ["plots", "figure", "equations", "model", "audit"]) {
    await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    await drawn(page);
  }
  await expect(page.locator("#equations .katex").first()).toBeVisible();
  expect(errors).toEqual([]);
  expect(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual(
    [],
  );
});

test("the page without data stays below 1.3 MB and holds its mark once", () => {
  const page = new URL("../../dist/report.html", import.meta.url).pathname;
  expect(statSync(page).size).toBeLessThan(1.3e6);
  const text = readFileSync(page, "utf8");
  expect(text.split('<script id="motion" type="application/json">/*MOTION*/</script>').length).toBe(
    2,
  );
  expect(text.split("/*MOTION*/").length).toBe(2);
});

test("title, outcome and verdict come first, and thinning is said", async ({ page }) => {
  await open(page, "pendulum");
  const { data } = motion("pendulum");
  await expect(page.locator("h1")).toHaveText(data.title);
  await expect(page.locator("header .outcome")).toContainText(data.end.outcome.words);
  await expect(page.locator("header .verdict")).toContainText(data.end.audit.verdict);
  await expect(page.locator(".thinned")).toContainText("1,001 of 5,005");
  await open(page, "disk");
  await expect(page.locator(".thinned")).toHaveCount(0);
});

test("bodies and arrows stand where the data say, with one scale for all forces", async ({
  page,
}) => {
  await open(page, "pendulum");
  const { data, table } = motion("pendulum");
  for (const t of [0, 2.34, 7.125, 10]) {
    await page.evaluate((time) => window.alembert.seek(time), t);
    await drawn(page);
    const place = table.locate(t, { row: 0, fraction: 0 });
    const shown = await page.evaluate(() => window.alembert.scene());
    const bob = shown.shapes.find(({ name }) => name === "bob2")!;
    expect(bob.points[0][0]).toBeCloseTo(table.at(data.coordinates[2].q, place), 5);
    expect(bob.points[0][1]).toBeCloseTo(table.at(data.coordinates[3].q, place), 5);
    expect(shown.arrows.length).toBe(data.scene.arrows.length);
    shown.arrows.forEach((arrow, i) => {
      const { constraint, at, ideal } = data.scene.arrows[i];
      expect(arrow.constraint).toBe(constraint);
      expect(arrow.visible).toBe(true);
      for (const axis of [0, 1]) {
        expect(arrow.tail[axis]).toBeCloseTo(table.at(at[axis], place), 5);
        const length = arrow.tip[axis] - arrow.tail[axis];
        expect(length / shown.scale).toBeCloseTo(table.at(ideal[axis], place), 3);
      }
    });
  }
});

test("the stated scale is the one the arrows have", async ({ page }) => {
  await open(page, "pendulum");
  await page.getByRole("button", { name: "Longer arrows" }).click();
  const { scale } = await page.evaluate(() => window.alembert.scene());
  const words = await page.locator(".scale .value").textContent();
  expect(Number(/= ([\d.]+) N/.exec(words ?? "")?.[1])).toBeCloseTo(1 / scale, 9);
});

test("arrows are switched by the constraint's name and by the part of the force", async ({
  page,
}) => {
  await open(page, "pendulum");
  const visible = async (): Promise<string[]> => {
    await drawn(page);
    const { arrows } = await page.evaluate(() => window.alembert.scene());
    return arrows.filter((arrow) => arrow.visible).map((arrow) => arrow.constraint);
  };
  expect(await visible()).toEqual(["rod1", "rod2", "rod2"]);
  await page.getByRole("button", { name: "Force of rod2" }).click();
  expect(await visible()).toEqual(["rod1"]);
  await page.getByText("non-ideal", { exact: true }).click();
  expect(await visible()).toEqual([]);
});

test("a click in a plot moves plots, arrows, Fig. 1 and clock to the same instant", async ({
  page,
}) => {
  await open(page, "pendulum");
  const { data, table } = motion("pendulum");
  await page.locator("#plot-coordinates").scrollIntoViewIfNeeded();
  let box = (await page.locator("#plot-coordinates .u-over").boundingBox())!;
  await page.mouse.click(box.x + 0.62 * box.width, box.y + box.height / 2);
  await drawn(page);
  const t = await page.evaluate(() => window.alembert.time());
  expect(Math.abs(t - 6.2)).toBeLessThan(0.05);
  // it is a sample
  expect(table.locate(t, { row: 0, fraction: 0 }).fraction).toBe(0);
  await expect(page.locator(".clock")).toContainText(t.toFixed(2));

  const place = table.locate(t, { row: 0, fraction: 0 });
  const legend = page.locator("#plot-coordinates .series").first().locator(".value");
  await expect(legend).toContainText(
    table.at(data.coordinates[0].q, place).toPrecision(5).replace("-", "−"),
  );
  const plots = await page.evaluate(() => window.alembert.plots());
  const times = plots.map(({ time }) => time).filter((time) => time !== null);
  expect(times.length).toBeGreaterThan(1);
  for (const time of times) expect(Math.abs(time! - t)).toBeLessThan(0.02);
  const { arrows, scale } = await page.evaluate(() => window.alembert.scene());
  const force = table.at(data.scene.arrows[0].ideal[0], place);
  expect((arrows[0].tip[0] - arrows[0].tail[0]) / scale).toBeCloseTo(force, 3);

  // Fig. 1 prints the length of the acceleration
  await page.locator("#figure").scrollIntoViewIfNeeded();
  const length = table.at(data.figure!.vectors.q.length, place).toPrecision(5);
  await expect(page.locator(".figure svg")).toContainText(`| = ${length}`);
  await page.locator("#plot-coordinates").scrollIntoViewIfNeeded();
  box = (await page.locator("#plot-coordinates .u-over").boundingBox())!;

  // dragging goes on
  await page.mouse.move(box.x + 0.62 * box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 10, { steps: 5 });
  await page.mouse.up();
  expect(Math.abs((await page.evaluate(() => window.alembert.time())) - 2.5)).toBeLessThan(0.05);
});

test("Fig. 1 is drawn for the instant of the cursor, at right angles and to one scale", async ({
  page,
}) => {
  await open(page, "pendulum");
  const { data, table } = motion("pendulum");
  await page.locator("#figure").scrollIntoViewIfNeeded();
  const tips = async (t: number): Promise<number[][]> => {
    await page.evaluate((time) => window.alembert.seek(time), t);
    await drawn(page);
    return page.evaluate(() =>
      ["a", "q"].map((name) => {
        const points = document.querySelector(`[data-tip="${name}"]`)!.getAttribute("points")!;
        return points.split(" ")[0].split(",").map(Number);
      }),
    );
  };
  await expect(page.locator(".figure svg")).toBeVisible();
  const [early, late] = [await tips(1), await tips(3.4)];
  expect(early).not.toEqual(late);
  // from the tips at two instants: one scale, across upwards
  const vector = (name: "a" | "q", t: number): number[] => {
    const place = table.locate(t, { row: 0, fraction: 0 });
    const { along, across } = data.figure!.vectors[name];
    return [table.at(along, place), table.at(across, place)];
  };
  const scale = (early[1][0] - early[0][0]) / (vector("q", 1)[0] - vector("a", 1)[0]);
  expect(scale).toBeGreaterThan(0);
  expect(late[1][0] - late[0][0]).toBeCloseTo(
    scale * (vector("q", 3.4)[0] - vector("a", 3.4)[0]),
    0,
  );
  expect(late[0][1] - early[0][1]).toBeCloseTo(
    -scale * (vector("a", 3.4)[1] - vector("a", 1)[1]),
    0,
  );
});

test("events lead to their instants", async ({ page }) => {
  await open(page, "pendulum");
  await page.getByRole("button", { name: "the second" }).click();
  expect(await page.evaluate(() => window.alembert.time())).toBe(7.25);
  await page.locator("#plot-rank").scrollIntoViewIfNeeded();
  await expect(page.locator("#plot-rank .event-mark")).toHaveCount(2);
});

test("series can be switched off", async ({ page }) => {
  await open(page, "pendulum");
  await page.locator("#plot-coordinates").scrollIntoViewIfNeeded();
  await page.locator("#plot-coordinates .series").nth(1).click();
  const shown = await page.evaluate(() =>
    window.alembert.plots()[0].curves.map((curve) => curve.shown),
  );
  expect(shown).toEqual([true, false, true, true]);
});
