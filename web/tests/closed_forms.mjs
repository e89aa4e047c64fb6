// Motions in closed form, only to be drawn: a chain of 100 bodies, a mechanism, and a scene with one of
// each shape.

import { Columns } from "./fixture_motion.mjs";

function times(columns, count, last) {
  const t = Float64Array.from({ length: count }, (_, i) => (i * last) / (count - 1));
  columns.add("t", t, "s");
  return t;
}

/** What every motion must have, with nothing in it. */
function emptyMotion(columns, samples, zero) {
  return {
    format: 1,
    program: "alembert fixture",
    title: "",
    file: "fixture.mech",
    model: 'system "A fixture"\n',
    parameters: [],
    latex: [],
    samples: { shown: samples, of: samples },
    columns: columns.list,
    coordinates: [],
    constraints: [],
    energy: {
      value: zero,
      deviation: zero,
      work: { applied: zero, ideal: zero, nonideal: zero, time: zero },
    },
    rank: zero,
    singular_values: [],
    watches: [],
    scene: { dimension: 2, is_default: true, shapes: [], arrows: [], notes: [] },
    figure: null,
    end: {
      outcome: { words: "reached the end", complete: true, t: 10 },
      events: [],
      audit: { verdict: "Nothing failed.", ok: true, rows: [] },
      facts: { steps: 0, evaluations: 0, derive: 0, compile: 0, run: 0, rank: 0, freedoms: 0 },
    },
  };
}

function constraint(name, text, forces, zero, unique) {
  const rows = [
    { name, lambda: forces[0].ideal, total: forces[0].ideal, unique, residual: zero, rate: zero },
  ];
  return { name, level: "position", text, rows, forces, power: zero };
}

/** A hundred bodies on a travelling wave. */
export function chain() {
  const bodies = 100;
  const columns = new Columns();
  const t = times(columns, 501, 10);
  const zero = columns.constant(0);
  const one = columns.constant(1);
  const data = { ...emptyMotion(columns, t.length, zero), title: "A chain of a hundred bodies" };
  const points = [[zero, zero]];
  for (let i = 1; i <= bodies; ++i) {
    const x = columns.add(
      `x[${i}]`,
      t.map((time) => i + 0.4 * Math.sin(time + 0.05 * i)),
      "m",
    );
    const y = columns.add(
      `y[${i}]`,
      t.map((time) => 4 * Math.sin(0.12 * i - 2 * time) * (i / bodies)),
      "m",
    );
    data.coordinates.push(
      { name: `x[${i}]`, q: x, v: zero, a: zero },
      { name: `y[${i}]`, q: y, v: zero, a: zero },
    );
    points.push([x, y]);

    const name = `link[${i}]`;
    const force = [0, 1].map((axis) =>
      columns.add(
        `${name}.${axis}`,
        t.map((time) => Math.cos(time + i + axis)),
        "N",
      ),
    );
    const forces = [{ coordinate: `x[${i}]`, ideal: force[0], nonideal: zero }];
    data.constraints.push(constraint(name, `|r[${i}] - r[${i - 1}]| = l`, forces, zero, one));
    data.scene.arrows.push({ constraint: name, at: [x, y], ideal: force, nonideal: [zero, zero] });
    data.scene.shapes.push({ what: "line", name, points: [points[i - 1], points[i]] });
    data.scene.shapes.push({ what: "point", name: `bead[${i}]`, points: [points[i]] });
  }
  return data;
}

/** Bodies on hinges in space or in the plane, with what each joint does; the second reaction is shared. */
export function mechanism(dimension) {
  const columns = new Columns();
  const t = times(columns, 101, 5);
  const number = (value) => columns.constant(value);
  const zero = number(0);
  const point = (...values) => values.slice(0, dimension).map(number);
  const wave = (f) => columns.add("", t.map(f));
  const data = { ...emptyMotion(columns, t.length, zero), title: "A mechanism" };
  const angle = (s) => 0.8 * Math.sin(s);
  const along = [wave((s) => Math.sin(angle(s))), wave((s) => -Math.cos(angle(s))), zero];
  const across = [wave((s) => Math.cos(angle(s))), along[0], zero];
  const up = point(0, 0, 1);
  const tip = along.slice(0, dimension);
  const flat = dimension === 2;
  const axes = flat ? [along, across].map((axis) => axis.slice(0, 2)) : [along, across, up];
  const half = (axis, length) => {
    const { values } = columns;
    return axis.map((k) => (values[k] ? wave((_, i) => length * values[k][i]) : number(0)));
  };
  const pin = [point(0, 0, -0.1), point(0, 0, 0.1)];
  data.scene = {
    dimension,
    up: [0, 1, 0],
    is_default: false,
    shapes: [
      { what: "ground", name: "hinge", points: [point(0, 0, 0)], normal: point(0, 1, 0), radius: number(0.1) },
      { what: "bar", name: "arm", points: [point(0, 0, 0), tip], radius: number(0.04), body: 0 },
      { what: "box", name: "bob", points: [tip], size: point(0.3, 0.2, 0.2), axes, body: 1 },
      { what: "disk", name: "wheel", points: [point(0.8, -1, 0)], radius: number(0.3), ...(flat ? {} : { normal: up }), spoke: tip, body: 2 },
      { what: "ball", name: "cup", points: [tip], radius: number(0.05) },
      ...(flat
        ? []
        : [
            { what: "bar", name: "hinge", points: pin, radius: number(0.03) },
            { what: "ellipsoid", name: "stone", points: [point(-0.8, -1, 0)], axes: [half(along, 0.4), half(across, 0.2), point(0, 0, 0.1)], body: 3 },
          ]),
    ],
    arrows: ["hinge", "cup"].map((constraint, k) => ({
      constraint,
      on: ["arm", "bob"][k],
      at: k === 0 ? point(0, 0, 0) : tip,
      ideal: [zero, wave((s) => 3 + Math.cos(s)), zero].slice(0, dimension),
      nonideal: [zero, zero, zero].slice(0, dimension),
      moment: flat ? [wave((s) => 2 * Math.cos(s))] : [wave((s) => 2 * Math.cos(s)), zero, zero],
    })),
    notes: [],
  };
  data.end.shared_joints = ["cup"];
  return data;
}

/**
 * One of each shape in space, a force with both parts, a run that ended early and failed its audit.
 */
export function shapes() {
  const columns = new Columns();
  const t = times(columns, 101, 5);
  const number = (value) => columns.constant(value);
  const point = (...values) => values.map(number);
  const wave = (f, name = "") => columns.add(name, t.map(f));
  const zero = number(0);
  const data = { ...emptyMotion(columns, t.length, zero), title: "One of each shape" };
  const sphere = [wave((s) => Math.cos(s), "x"), wave((s) => Math.sin(s), "y"), number(0.3)];
  data.coordinates = [{ name: "x", q: sphere[0], v: zero, a: zero }];
  const [c, s, minus] = [
    wave((s) => Math.cos(s)),
    wave((s) => Math.sin(s)),
    wave((s) => -Math.sin(s)),
  ];
  data.scene = {
    dimension: 3,
    is_default: false,
    shapes: [
      { what: "sphere", name: "ball", points: [sphere], radius: number(0.3) },
      { what: "box", name: "block", points: [point(-1.5, 1, 0.25)], size: point(0.8, 0.5, 0.5) },
      {
        what: "disk",
        name: "coin",
        points: [point(1.5, 1, 0.4)],
        radius: number(0.4),
        normal: [c, s, zero],
      },
      {
        what: "frame",
        name: "axes",
        points: [point(-1.4, -1, 0.5)],
        axes: [
          [c, s, zero],
          [minus, c, zero],
          [zero, zero, number(1)],
        ],
      },
      { what: "line", name: "rod", points: [point(0, 0, 1), sphere, point(1.5, 1, 0.4)] },
      { what: "point", name: "hook", points: [point(0, 0, 1)] },
      { what: "path", name: "round", points: [sphere] },
    ],
    arrows: [
      { constraint: "rod", at: sphere, ideal: [zero, zero, number(3)], nonideal: [minus, c, zero] },
    ],
    notes: ["The hook holds by itself."],
  };
  // at the first instants the force is shared with another constraint
  const unique = wave((time) => (time < 1 ? 0 : 1));
  const forces = [{ coordinate: "x", ideal: wave((s) => 3 + 0 * s, ""), nonideal: minus }];
  data.constraints = [constraint("rod", "norm(r) = 1", forces, zero, unique)];
  const nothing = columns.constant(null);
  // Fig. 1 applies in the second half only
  const late = wave((time) => (time < 2.5 ? NaN : 2));
  const vector = (along, across) => ({ along, across, length: late, hidden: nothing });
  data.figure = {
    vectors: {
      a: vector(late, late),
      Ta: vector(late, zero),
      Na: vector(zero, late),
      c: vector(zero, zero),
      Nc: vector(zero, zero),
      Be: vector(late, zero),
      Bb: vector(zero, zero),
      q: vector(zero, late),
      d: vector(late, zero),
    },
    note: "exact: R(Bᵀ) and N(B) are lines",
  };
  data.end.outcome = { words: "the constraints contradict each other", complete: false, t: 5 };
  data.end.audit = {
    verdict: "One of two checks fails.",
    ok: false,
    rows: [
      { what: "constraints", value: 2e-3, bound: 1e-11, ok: false, note: "largest residual" },
      { what: "energy", value: null, note: "not measured <b>here</b>" },
    ],
  };
  data.end.checks = [
    { text: "energy constant to 1e-9", ok: true, figure: "largest deviation 1e-12" },
    { text: "at 2: x = 5 to 1e-6", ok: false, figure: "-0.4, error 5.4" },
  ];
  return data;
}
