import { expect, test, type Page } from "@playwright/test";

// bodies where they are, what holds them, and what joints do to them

async function open(page: Page, name: string, t: number) {
  await page.goto(`file://${new URL(`../fixtures/${name}.html`, import.meta.url).pathname}`);
  await page.waitForFunction(() => window.alembert?.frames().count > 0);
  return page.evaluate(async (time) => {
    window.alembert.seek(time);
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    return window.alembert.scene();
  }, t);
}

const close = (a: number[], b: number[], digits = 5): void => {
  expect(a.length).toBe(b.length);
  a.forEach((x, i) => expect(x).toBeCloseTo(b[i], digits));
};

for (const [name, dimension] of [
  ["mechanism", 3],
  ["mechanism_in_the_plane", 2],
] as const) {
  test(`bars, boxes and the ground of a ${name} are where the data say`, async ({ page }) => {
    const { shapes } = await open(page, name, 1);
    const angle = 0.8 * Math.sin(1);
    const tip = [Math.sin(angle), -Math.cos(angle), 0];
    const found = (what: string, own: string) =>
      shapes.find((shape) => shape.what === what && shape.name === own)!.points;
    close(found("bar", "arm")[0], [0, 0, 0]);
    close(found("bar", "arm")[1], tip);
    close(found("box", "bob")[0], tip);
    close(found("ball", "cup")[0], tip);
    close(found("ground", "hinge")[0], [0, 0, 0]);
    expect(shapes.some(({ what }) => what === "ellipsoid")).toBe(dimension === 3);
  });
}

test("a joint acts on a body with a force and a moment at its point, each at its scale", async ({
  page,
}) => {
  const { arrows, moments, scale } = await open(page, "mechanism", 1);
  const [hinge] = arrows;
  close(hinge.tail, [0, 0, 0]);
  close(hinge.tip, [0, scale * (3 + Math.cos(1)), 0], 4);
  close(moments[0].tail, [0, 0, 0]);
  // along x, as long as its scale says
  const [length, ...others] = moments[0].tip;
  close(others, [0, 0]);
  const text = await page.locator(".scale .value").textContent();
  const perLength = Number(/moments: ([-+.\de]+)/.exec(text!)![1]);
  expect(length * perLength).toBeCloseTo(2 * Math.cos(1), 2);
});

test("in the plane a moment goes around the joint's point, the way in which it turns", async ({
  page,
}) => {
  const before = await open(page, "mechanism_in_the_plane", 0);
  expect(before.moments[0].visible).toBe(true);
  const turned = (tip: number[]): number => Math.atan2(tip[1], tip[0]);
  // 4.7 radians from -0.5 on against the clock, and with the clock where the moment is negative
  expect(Math.cos(turned(before.moments[0].tip) - 4.2)).toBeCloseTo(1, 3);
  const after = await open(page, "mechanism_in_the_plane", Math.PI);
  expect(Math.cos(turned(after.moments[0].tip) + 5.2)).toBeCloseTo(1, 2);
});

test("forces of joints are switched by their names, on which body is said, and shared ones marked", async ({
  page,
}) => {
  await open(page, "mechanism", 0.5);
  const hinge = page.getByRole("button", { name: "Force of hinge" });
  await expect(hinge).toContainText("on arm");
  await expect(hinge).not.toContainText("not unique");
  await expect(page.getByRole("button", { name: "Force of cup" })).toContainText("not unique");
  const seen = () =>
    page.evaluate(() => {
      const { arrows, moments } = window.alembert.scene();
      return [arrows[0].visible, moments[0].visible];
    });
  await expect.poll(seen).toEqual([true, true]);
  await hinge.click();
  await expect.poll(seen).toEqual([false, false]);
});
