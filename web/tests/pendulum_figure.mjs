// Fig. 1 of the double pendulum with unit masses and rods: B = A, a_s = (0, -g, 0, -g). Written out
// with two rows only, independently of the program.

const g = 9.81;
const dot = (u, v) => u.reduce((sum, x, i) => sum + x * v[i], 0);
const add = (u, v, s = 1) => u.map((x, i) => x + s * v[i]);
const times = (u, s) => u.map((x) => x * s);
const norm = (u) => Math.sqrt(dot(u, u));

/** B⁺w for two rows: the least vector with the products w. */
function pseudoinverse([r1, r2], [w1, w2]) {
  const [a, b, c] = [dot(r1, r1), dot(r1, r2), dot(r2, r2)];
  const det = a * c - b * b;
  return add(times(r1, (c * w1 - b * w2) / det), times(r2, (a * w2 - b * w1) / det));
}

/** The unit vector along the largest of the vectors: what is shown of their space. */
function direction(vectors) {
  const largest = vectors.reduce((best, v) => (norm(v) > norm(best) ? v : best));
  return norm(largest) > 0 ? times(largest, 1 / norm(largest)) : times(largest, 0);
}

/** Columns of the picture's vectors and the singular values of the rows at unit length. */
export function pendulumFigure(csv) {
  const n = csv.get("t").length;
  const names = ["a", "Ta", "Na", "c", "Nc", "Be", "Bb", "q", "d"];
  const empty = () => new Float64Array(n);
  const vectors = Object.fromEntries(
    names.map((name) => [
      name,
      { along: empty(), across: empty(), length: empty(), hidden: empty() },
    ]),
  );
  const singular = [empty(), empty()];
  for (let i = 0; i < n; ++i) {
    const [x1, y1, x2, y2, u1, v1, u2, v2] = [
      "x1",
      "y1",
      "x2",
      "y2",
      "x1'",
      "y1'",
      "x2'",
      "y2'",
    ].map((k) => csv.get(k)[i]);
    const [dx, dy] = [x2 - x1, y2 - y1];
    const rows = [
      [2 * x1, 2 * y1, 0, 0],
      [-2 * dx, -2 * dy, 2 * dx, 2 * dy],
    ];
    const b = [-2 * (u1 * u1 + v1 * v1), -2 * ((u2 - u1) ** 2 + (v2 - v1) ** 2)];
    const a = [0, -g, 0, -g];
    const Bb = pseudoinverse(rows, b);
    const Ta = pseudoinverse(
      rows,
      rows.map((row) => dot(row, a)),
    );
    const Na = add(a, Ta, -1);
    const Be = add(Bb, Ta, -1);
    const q = add(a, Be);
    const along = direction([Bb, Be, Ta]);
    const across = direction([Na]);
    const zero = [0, 0, 0, 0];
    const all = { a, Ta, Na, c: zero, Nc: zero, Be, Bb, q, d: Be };
    for (const name of names) {
      const v = all[name];
      const [p, s] = [dot(along, v), dot(across, v)];
      vectors[name].along[i] = p;
      vectors[name].across[i] = s;
      vectors[name].length[i] = norm(v);
      vectors[name].hidden[i] = norm(add(add(v, along, -p), across, -s));
    }
    const cosine = Math.abs(dot(rows[0], rows[1])) / (norm(rows[0]) * norm(rows[1]));
    singular[0][i] = Math.sqrt(1 + cosine);
    singular[1][i] = Math.sqrt(1 - cosine);
  }
  return { vectors, singular };
}
