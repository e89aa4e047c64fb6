import { colourOf, dashOf } from "../colours";
import type { Index, MotionHeader } from "../data";
import type { Table } from "../table";

export interface SeriesSpec {
  name: string;
  column: Index;
  colour: string;
  dash: number[];
}

export interface PanelSpec {
  id: string;
  title: string;
  series: SeriesSpec[];
  /**
   * How the values are drawn: over a plain axis, over powers of ten, there as dots where each
   * sample is an accident of rounding, or as steps of whole numbers.
   */
  kind: "plain" | "powers" | "dots" | "steps";
  note?: string;
  /** Size up to which values are rounding of what is zero in theory. */
  rounding?: (table: Table) => number;
}

const relativeRounding = 1e-9; // well above what sums of some thousand terms lose

const partDashes = [[], [8, 4], [2, 3], [8, 3, 2, 3], [14, 4], [5, 2]];

/** All plots of a motion. A constraint has one colour in all of them, that of its arrows. */
export function plotList(
  motion: MotionHeader,
  constraintColour: (name: string) => string,
): PanelSpec[] {
  const panels: PanelSpec[] = [];
  const add = (
    id: string,
    title: string,
    series: SeriesSpec[],
    kind: PanelSpec["kind"] = "plain",
    note?: string,
    rounding?: PanelSpec["rounding"],
  ): void => {
    if (series.length > 0) panels.push({ id, title, series, kind, note, rounding });
  };
  const isZero = (column: Index): boolean => motion.columns[column].constant === 0;
  const cycled = (columns: { name: string; column: Index }[]): SeriesSpec[] =>
    columns.map(({ name, column }, i) => ({ name, column, colour: colourOf(i), dash: dashOf(i) }));

  const { coordinates, constraints, energy } = motion;
  add(
    "coordinates",
    "Coordinates",
    cycled(coordinates.map((c) => ({ name: c.name, column: c.q }))),
  );
  add(
    "velocities",
    "Velocities",
    cycled(coordinates.map((c) => ({ name: `${c.name}′`, column: c.v }))),
  );
  add(
    "watches",
    "Watches",
    cycled(motion.watches.map((column) => ({ name: motion.columns[column].name, column }))),
  );

  const reactions = (part: "ideal" | "nonideal"): SeriesSpec[] =>
    constraints.flatMap(({ name, forces }) =>
      forces.map((force, i) => ({
        name: `${name} on ${force.coordinate}`,
        column: force[part],
        colour: constraintColour(name),
        dash: partDashes[i % partDashes.length],
      })),
    );
  const nonideal = reactions("nonideal").filter(({ column }) => !isZero(column));
  const allIdeal =
    nonideal.length === 0 ? "All constraints are ideal: the non-ideal parts are zero." : undefined;
  add("ideal", "Reactions, ideal part", reactions("ideal"), "plain", allIdeal);
  add("nonideal", "Reactions, non-ideal part", nonideal);

  const rows = constraints.flatMap(({ name, rows }) =>
    rows.map((row) => ({ row, colour: constraintColour(name) })),
  );
  add("multipliers", "Multipliers", [
    ...rows.map(({ row, colour }) => ({
      name: `λ(${row.name})`,
      column: row.lambda,
      colour,
      dash: [],
    })),
    // the true multiplier differs from the ideal one only where a non-ideal force is
    ...(allIdeal ? [] : rows).map(({ row, colour }) => {
      return { name: `total(${row.name})`, column: row.total, colour, dash: [8, 4] };
    }),
  ]);
  add(
    "accelerations",
    "Accelerations",
    cycled(coordinates.map((c) => ({ name: `${c.name}″`, column: c.a }))),
  );
  add("energy", "Energy", cycled([{ name: "energy", column: energy.value }]));
  add(
    "deviation",
    "Energy, change since the start",
    cycled([{ name: "change", column: energy.deviation }]),
  );
  const works = [
    { name: "applied", column: energy.work.applied },
    { name: "ideal reactions", column: energy.work.ideal },
    { name: "non-ideal reactions", column: energy.work.nonideal },
    { name: "time in the Lagrangian", column: energy.work.time },
  ];
  const idle = works.filter(({ column }) => isZero(column)).map(({ name }) => name);
  add(
    "work",
    "Work done by each kind of force",
    cycled(works).filter(({ column }) => !isZero(column)),
    "plain",
    idle.length > 0 ? `Zero at all times: ${idle.join(", ")}.` : undefined,
    (table) => relativeRounding * table.largest([energy.value]),
  );
  const velocities = coordinates.map(({ v }) => v);
  const forces = constraints.flatMap(({ forces }) =>
    forces.flatMap(({ ideal, nonideal }) => [ideal, nonideal]),
  );
  add(
    "power",
    "Power of the reactions",
    constraints.map(({ name, power }) => {
      return { name, column: power, colour: constraintColour(name), dash: [] };
    }),
    "plain",
    undefined,
    (table) => relativeRounding * table.largest(forces) * table.largest(velocities),
  );
  add(
    "residuals",
    "Residuals of the constraints",
    [
      ...rows.map(({ row, colour }) => ({
        name: row.name,
        column: row.residual,
        colour,
        dash: [],
      })),
      ...rows.map(({ row, colour }) => {
        return { name: `rate of ${row.name}`, column: row.rate, colour, dash: [4, 3] };
      }),
    ],
    "dots",
    "Sizes of the residuals; hollow dots are rates. Exact zeros are not drawn.",
  );
  add(
    "singular",
    "Singular values of the rows at unit length",
    cycled(motion.singular_values.map((column, i) => ({ name: `σ${subscript(i + 1)}`, column }))),
    "powers",
  );
  if (constraints.length > 0) {
    add("rank", "Rank, and the events", cycled([{ name: "rank", column: motion.rank }]), "steps");
  }
  return panels;
}

function subscript(n: number): string {
  return String(n).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]);
}
