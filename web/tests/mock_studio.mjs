// Answers like the program's studio, for tests of the page and for work on it: a pendulum of small
// amplitude in closed form. The word `oops` in a text is its mistake; `# slow` makes it send
// slowly, `# bound` that a bound of the studio ends it. `given` in the state is a model that the program was started with.
// Usage: node tests/mock_studio.mjs [PORT]

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

export const token = "mock";
const page = new URL("../dist/studio.html", import.meta.url);

const pendulum = `system "Pendulum"

coordinates  x y

parameters
    m = 1.0   [kg]
    l = 1.0   [m]
    g = 9.81  [m/s^2]

kinetic    m/2*(x'^2 + y'^2)
potential  m*g*y

constraint rod: x^2 + y^2 = l^2

run 10

draw
    line rod (0, 0) (x, y)
    point bob (x, y)
    path track (x, y)
`;
const gallery = [
  { name: "pendulum", title: "Pendulum", text: pendulum },
  { name: "slow", title: "Pendulum, sent slowly", text: `# slow\n${pendulum}` },
  { name: "bound", title: "Pendulum, ended by the studio", text: `# bound\n${pendulum}` },
];

function parametersOf(text, set = {}) {
  return [...text.matchAll(/^ {4}(\w+) *= *([\d.]+) *(?:\[(.*?)\])?/gm)].map(
    ([, name, value, unit]) => {
      return { name, value: set[name] ?? Number(value), ...(unit ? { unit } : {}) };
    },
  );
}

function check({ text, set }) {
  const lines = text.split("\n");
  const line = lines.findIndex((words) => words.includes("oops"));
  if (line < 0)
    return { ok: true, title: "Pendulum", parameters: parametersOf(text, set), until: 10 };
  // counted in characters, as the program does
  const column = [...lines[line].slice(0, lines[line].indexOf("oops"))].length + 1;
  const message = "'oops' is not defined";
  return {
    ok: false,
    errors: [{ line: line + 1, column, length: 4, message, hint: "did you mean 'y'?" }],
  };
}

const names = [
  "t",
  "x",
  "y",
  "x'",
  "y'",
  "x''",
  "y''",
  "lambda(rod)",
  "ideal(rod, x)",
  "ideal(rod, y)",
  "energy",
];

function header({ text, set }) {
  const columns = names.map((name) => ({ name, unit: name === "t" ? "s" : undefined }));
  columns.push({ name: "", constant: 0 }, { name: "rank", constant: 1 });
  const [zero, rank] = [names.length, names.length + 1];
  return {
    format: 1,
    program: "alembert mock",
    title: "Pendulum",
    file: "pendulum.mech",
    model: text,
    parameters: parametersOf(text, set),
    latex: [{ title: "The fundamental equation", body: "M\\ddot{q} = Q + A^{\\mathsf T}\\lambda" }],
    samples: { shown: 501, of: text.includes("# bound") ? 50_001 : 501 },
    columns,
    coordinates: [
      { name: "x", q: 1, v: 3, a: 5 },
      { name: "y", q: 2, v: 4, a: 6 },
    ],
    constraints: [
      {
        name: "rod",
        level: "position",
        text: "x^2 + y^2 = l^2",
        rows: [{ name: "rod", lambda: 7, total: 7, unique: rank, residual: zero, rate: zero }],
        forces: [
          { coordinate: "x", ideal: 8, nonideal: zero },
          { coordinate: "y", ideal: 9, nonideal: zero },
        ],
        power: zero,
      },
    ],
    energy: {
      value: 10,
      deviation: zero,
      work: { applied: zero, ideal: zero, nonideal: zero, time: zero },
    },
    rank,
    singular_values: [],
    watches: [],
    scene: {
      dimension: 2,
      is_default: false,
      shapes: [
        {
          what: "line",
          name: "rod",
          points: [
            [zero, zero],
            [1, 2],
          ],
        },
        { what: "point", name: "bob", points: [[1, 2]] },
        { what: "path", name: "track", points: [[1, 2]] },
      ],
      arrows: [{ constraint: "rod", at: [1, 2], ideal: [8, 9], nonideal: [zero, zero] }],
      notes: [],
    },
    figure: null,
  };
}

/** theta = 0.5 cos(omega t) */
function row(t, { m, l, g }) {
  const omega = Math.sqrt(g / l);
  const theta = 0.5 * Math.cos(omega * t);
  const rate = -0.5 * omega * Math.sin(omega * t);
  const turn = -omega * omega * theta;
  const [s, c] = [Math.sin(theta), Math.cos(theta)];
  const a = [l * (turn * c - rate * rate * s), l * (turn * s + rate * rate * c)];
  const energy = (m * l * l * rate * rate) / 2 - m * g * l * c;
  const force = [m * a[0], m * (a[1] + g)];
  return [
    t,
    l * s,
    -l * c,
    l * rate * c,
    l * rate * s,
    ...a,
    force[0] / (2 * l * s),
    ...force,
    energy,
  ];
}

const end = {
  outcome: { words: "reached the end", complete: true, t: 10 },
  events: [{ t: 5, what: "half of the run" }],
  audit: {
    verdict: "Everything that was checked holds.",
    ok: true,
    rows: [{ what: "constraints", value: 1e-16, bound: 1e-11, ok: true, note: "largest residual" }],
  },
  facts: {
    steps: 500,
    evaluations: 1000,
    derive: 1e-4,
    compile: 1e-3,
    run: 1e-2,
    rank: 1,
    freedoms: 1,
  },
};

const endedEarly = {
  ...end,
  outcome: { words: "interrupted at t = 10", complete: false, t: 10 },
  audit: {
    ...end.audit,
    verdict: "The motion ended early: interrupted at t = 10. Until there the audit holds.",
  },
};

/** Starts the server; `cancelled` counts the runs whose request was aborted. */
export function serve(port) {
  const state = { cancelled: 0, runs: 0, given: null };
  async function run(body, response) {
    ++state.runs;
    let open = true;
    response.on("close", () => {
      if (!response.writableFinished) ++state.cancelled;
      open = false;
    });
    const send = (message) => response.write(JSON.stringify(message) + "\n");
    const values = Object.fromEntries(
      parametersOf(body.text, body.set).map(({ name, value }) => [name, value]),
    );
    send({ header: header(body) });
    for (let i = 0; i <= 500 && open; i += 10) {
      const count = i === 500 ? 1 : 10;
      send({ rows: Array.from({ length: count }, (_, k) => row((i + k) / 50, values)) });
      await new Promise((next) => setTimeout(next, body.text.includes("# slow") ? 200 : 2));
    }
    if (!open) return;
    if (body.text.includes("# bound")) send({ end: endedEarly, bound: "the studio gives a run 60 seconds" });
    else send({ end });
    response.end();
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/") {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      return response.end(readFileSync(page));
    }
    if (request.headers["x-alembert-token"] !== token) {
      response.statusCode = 401;
      return response.end(
        JSON.stringify({ message: "the token of the address is missing or wrong" }),
      );
    }
    let text = "";
    for await (const piece of request) text += piece;
    const body = text ? JSON.parse(text) : {};
    if (pathname === "/api/gallery") {
      const first = state.given ? [{ ...state.given, given: true }] : [];
      return response.end(JSON.stringify([...first, ...gallery]));
    }
    if (pathname === "/api/check") return response.end(JSON.stringify(check(body)));
    if (pathname === "/api/run") return run(body, response);
    response.statusCode = 404;
    response.end(JSON.stringify({ message: "there is nothing here" }));
  });
  return new Promise((ready) => {
    server.listen(port, "127.0.0.1", () => {
      const address = `http://127.0.0.1:${server.address().port}/?token=${token}`;
      const close = () => {
        server.closeAllConnections();
        server.close();
      };
      ready({ address, state, close });
    });
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  console.log((await serve(Number(process.argv[2] ?? 8765))).address);
}
