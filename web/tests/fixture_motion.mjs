// Turns what `alembert run` writes (motion.csv, summary.json) into the data of the report page.
// Scenes, singular values and Fig. 1 are not in those files: the callers add them from closed
// forms.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");
export const program = process.env.ALEMBERT ?? join(root, "build/alembert");

const call = (args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });

/** The columns of motion.csv by name. */
export function readCsv(text) {
  const [head, ...lines] = text.trim().split("\n");
  const names = [...head.matchAll(/"([^"]*)"|[^,]+/g)].map((match) => match[1] ?? match[0]);
  const columns = names.map(() => new Float64Array(lines.length));
  lines.forEach((line, row) =>
    line.split(",").forEach((x, i) => (columns[i][row] = x === "" ? NaN : +x)),
  );
  return new Map(names.map((name, i) => [name, columns[i]]));
}

export const encode64 = (values) =>
  Buffer.from(Float64Array.from(values).buffer).toString("base64");
export const encode32 = (values) =>
  Buffer.from(Float32Array.from(values).buffer).toString("base64");

/** Collects columns; a column that never changes is stored as its value. */
export class Columns {
  list = [];
  values = [];
  add(name, values, unit) {
    const first = values[0];
    const constant = values.every((x) => Object.is(x, first) || (x === 0 && first === 0));
    const column = { name, ...(unit ? { unit } : {}) };
    if (constant && this.list.length > 0) column.constant = Number.isNaN(first) ? null : first;
    else if (name === "") column.f4 = encode32(values);
    else column.f8 = encode64(values);
    this.list.push(column);
    this.values.push(values);
    return this.list.length - 1;
  }
  constant(value) {
    this.list.push({ name: "", constant: value });
    this.values.push(null);
    return this.list.length - 1;
  }
}

/** Runs a model and returns its data, still with an empty scene, and the columns to add more to. */
export function runModel(model, options = []) {
  const folder = mkdtempSync(join(tmpdir(), "alembert-fixture-"));
  const file = join(root, "models", model);
  try {
    call(["run", file, "--out", folder, ...options]);
    const csv = readCsv(readFileSync(join(folder, "motion.csv"), "utf8"));
    const summary = JSON.parse(readFileSync(join(folder, "summary.json"), "utf8"));
    return fromFiles(csv, summary, file, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function equations(file, options) {
  const setting = options.flatMap((word, i) => (word === "--set" ? [word, options[i + 1]] : []));
  const displays = call(["equations", file, "--format", "latex", ...setting]).split("\\]");
  return displays
    .map((text) => text.replace("\\[", "").trim())
    .filter((body) => body)
    .map((body, i) => ({ title: i === 0 ? "The fundamental equation" : "", body }));
}

function fromFiles(csv, summary, file, options) {
  const columns = new Columns();
  const take = (name, unit) => columns.add(name, csv.get(name), unit);
  const t = csv.get("t");
  columns.add("t", t, "s");
  const coordinates = Object.keys(summary.acceleration).map((name) => {
    return { name, q: take(name, "m"), v: take(`${name}'`, "m/s"), a: take(`${name}''`, "m/s²") };
  });
  const constraints = Object.entries(summary.constraints).map(([name, { level, ideal }]) => ({
    name,
    level,
    text: textOf(name, readFileSync(file, "utf8")),
    rows: [
      {
        name,
        lambda: take(`lambda(${name})`),
        total: take(`total(${name})`),
        unique: take(`unique(${name})`),
        residual: take(`residual(${name})`),
        rate: take(`rate(${name})`),
      },
    ],
    forces: Object.keys(ideal).map((coordinate) => ({
      coordinate,
      ideal: take(`ideal(${name}, ${coordinate})`, "N"),
      nonideal: take(`nonideal(${name}, ${coordinate})`, "N"),
    })),
    power: take(`power(${name})`),
  }));
  const energy = csv.get("energy");
  const model = readFileSync(file, "utf8");
  const data = {
    format: 1,
    program: `alembert ${call(["--version"]).trim()}`,
    title: summary.system,
    file: file.split("/").pop(),
    model,
    parameters: [...model.matchAll(/^ {4}(\w+) *= *([\d.]+) *(?:\[(.*?)\])? *(?:#.*)?$/gm)].map(
      ([, name, value, unit]) => ({ name, value: +value, ...(unit ? { unit } : {}) }),
    ),
    latex: equations(file, options),
    samples: { shown: t.length, of: t.length },
    columns: columns.list,
    coordinates,
    constraints,
    energy: {
      value: take("energy", "J"),
      deviation: columns.add(
        "deviation",
        energy.map((e) => e - energy[0]),
        "J",
      ),
      work: {
        applied: take("work(applied)", "J"),
        ideal: take("work(ideal)", "J"),
        nonideal: take("work(nonideal)", "J"),
        time: take("work(time)", "J"),
      },
    },
    rank: take("rank"),
    singular_values: [],
    watches: Object.keys(summary.watch ?? {}).map((name) => take(name, "N")),
    scene: { dimension: 2, is_default: false, shapes: [], arrows: [], notes: [] },
    figure: null,
    end: endOf(summary),
  };
  return { data, columns, csv };
}

// "rod1:  x1^2 + y1^2 = l1^2" of the model's text; members of families share one line
function textOf(name, model) {
  const family = name.replace(/\[.*/, "");
  return (
    new RegExp(`^(?:constraint)? +${family}(?:\\[.*?\\])?: *(.*)$`, "m").exec(model)?.[1].trim() ??
    ""
  );
}

function endOf(summary) {
  const { position, velocity, virtual_work } = summary.largest;
  return {
    outcome: { words: summary.outcome, complete: true, t: summary.t },
    events: summary.events.map(({ t, what }) => ({ t, what })),
    audit: {
      verdict: "Everything that was checked holds.",
      ok: true,
      rows: [
        {
          what: "constraints",
          value: position,
          bound: 1e-11,
          ok: true,
          note: "largest residual of a position constraint",
        },
        {
          what: "their rates",
          value: velocity,
          bound: 1e-11,
          ok: true,
          note: "largest residual at velocity level",
        },
        {
          what: "virtual work",
          value: virtual_work,
          bound: 1e-10,
          ok: true,
          note: "of the ideal forces, relative to their size",
        },
        {
          what: "energy",
          value: summary.energy.imbalance,
          note: "largest difference between energy and work",
        },
      ],
    },
    facts: {
      steps: summary.steps,
      evaluations: summary.evaluations,
      ...summary.seconds,
      rank: summary.rank,
      freedoms: summary.freedoms,
    },
  };
}
