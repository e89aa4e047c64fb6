// Makes the pages that the browser tests open: the built report with the motion of a double
// pendulum, a rolling disk, a chain of 100 bodies, a mechanism and one of each shape. Usage: node
// tests/make_fixture.mjs; ALEMBERT names the program.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chain, mechanism, shapes } from "./closed_forms.mjs";
import { runModel } from "./fixture_motion.mjs";
import { pendulumFigure } from "./pendulum_figure.mjs";

const here = new URL(".", import.meta.url).pathname;
const folder = `${here}fixtures/`;

/** The double pendulum in the plane, with Fig. 1 from its own small algebra. */
function doublePendulum() {
  const { data, columns, csv } = runModel("double_pendulum/double_pendulum.mech");
  const q = Object.fromEntries(data.coordinates.map(({ name, q }) => [name, q]));
  const zero = columns.constant(0);
  const force = (constraint, coordinate, part) =>
    data.constraints
      .find(({ name }) => name === constraint)
      .forces.find((f) => f.coordinate === coordinate)[part];
  const arrow = (constraint, i) => ({
    constraint,
    at: [q[`x${i}`], q[`y${i}`]],
    ideal: [force(constraint, `x${i}`, "ideal"), force(constraint, `y${i}`, "ideal")],
    nonideal: [force(constraint, `x${i}`, "nonideal"), force(constraint, `y${i}`, "nonideal")],
  });
  data.scene.shapes = [
    {
      what: "line",
      name: "rods",
      points: [
        [zero, zero],
        [q.x1, q.y1],
        [q.x2, q.y2],
      ],
    },
    { what: "point", name: "bob1", points: [[q.x1, q.y1]] },
    { what: "point", name: "bob2", points: [[q.x2, q.y2]] },
    { what: "path", name: "trace", points: [[q.x2, q.y2]] },
  ];
  data.scene.arrows = [arrow("rod1", 1), arrow("rod2", 1), arrow("rod2", 2)];

  const { vectors, singular } = pendulumFigure(csv);
  data.singular_values = singular.map((values, i) => columns.add(`singular(${i + 1})`, values));
  const column = (values) => columns.add("", values);
  data.figure = {
    vectors: Object.fromEntries(
      Object.entries(vectors).map(([name, v]) => [
        name,
        {
          along: column(v.along),
          across: column(v.across),
          length: column(v.length),
          hidden: column(v.hidden),
        },
      ]),
    ),
    note: "a projection: R(Bᵀ) has 2 and N(B) 2 dimensions",
  };
  data.samples = { shown: data.samples.shown, of: 5 * data.samples.shown };
  data.end.events = [
    { t: 2.5, what: "the first event of this fixture" },
    { t: 7.25, what: "the second" },
  ];
  return data;
}

/** The leaning disk, with the reaction of the ground at its lowest point. */
function rollingDisk() {
  const { data, columns, csv } = runModel("rolling_disk/leaning_disk.mech");
  const q = Object.fromEntries(data.coordinates.map(({ name, q }) => [name, q]));
  const zero = columns.constant(0);
  const [psi, theta, x, y] = ["psi", "theta", "x", "y"].map((name) => csv.get(name));
  const along = (f) =>
    columns.add(
      "",
      x.map((_, i) => f(i)),
    );
  const normal = [
    along((i) => -Math.sin(psi[i]) * Math.cos(theta[i])),
    along((i) => Math.cos(psi[i]) * Math.cos(theta[i])),
    along((i) => Math.sin(theta[i])),
  ];
  const contact = [
    along((i) => x[i] - 0.5 * Math.sin(theta[i]) * Math.sin(psi[i])),
    along((i) => y[i] + 0.5 * Math.sin(theta[i]) * Math.cos(psi[i])),
    zero,
  ];
  const reaction = (name, coordinate) =>
    data.constraints.find((c) => c.name === name).forces.find((f) => f.coordinate === coordinate)
      .ideal;
  data.scene.dimension = 3;
  data.scene.shapes = [
    {
      what: "disk",
      name: "disk",
      points: [[q.x, q.y, q.z]],
      radius: columns.constant(0.5),
      normal,
    },
    { what: "path", name: "track", points: [contact] },
  ];
  data.scene.arrows = [
    {
      constraint: "touch",
      at: contact,
      ideal: [zero, zero, reaction("touch", "z")],
      nonideal: [zero, zero, zero],
    },
    {
      constraint: "roll_x",
      at: contact,
      ideal: [reaction("roll_x", "x"), zero, zero],
      nonideal: [zero, zero, zero],
    },
    {
      constraint: "roll_y",
      at: contact,
      ideal: [zero, reaction("roll_y", "y"), zero],
      nonideal: [zero, zero, zero],
    },
  ];
  return data;
}

/** The page as the program writes it. */
function pageOf(data) {
  const page = readFileSync(`${here}../dist/report.html`, "utf8");
  const [before, after, ...more] = page.split("/*MOTION*/");
  if (after === undefined || more.length > 0)
    throw new Error("the page must hold its mark exactly once");
  return before + JSON.stringify(data).replaceAll("<", "\\u003c") + after;
}

mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries({
  pendulum: doublePendulum,
  disk: rollingDisk,
  chain,
  shapes,
  mechanism: () => mechanism(3),
  mechanism_in_the_plane: () => mechanism(2),
})) {
  const data = make();
  writeFileSync(`${folder}${name}.json`, JSON.stringify(data));
  writeFileSync(`${folder}${name}.html`, pageOf(data));
}
