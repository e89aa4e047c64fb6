import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeFloat32, decodeFloat64 } from "../../src/decode";
import { Table } from "../../src/table";

const base64 = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("base64");

test("base64 of doubles gives back the same numbers, whatever their size", () => {
  const numbers = Float64Array.from([0, -1.5, Math.PI, 1e-300, -1e300, NaN, Infinity]);
  assert.deepEqual(decodeFloat64(base64(numbers.buffer)), numbers);
});

test("the first byte of a number is its lowest, on every machine", () => {
  assert.deepEqual([...decodeFloat64("AAAAAAAA8D8=")], [1]);
  assert.deepEqual([...decodeFloat32("AACAPw==")], [1]);
});

test("floats come back rounded to 24 bits", () => {
  const [third] = decodeFloat32(base64(Float32Array.from([1 / 3]).buffer));
  assert.equal(third, Math.fround(1 / 3));
  assert.notEqual(third, 1 / 3);
});

test("a column that ends within a number is refused", () => {
  assert.throws(() => decodeFloat64("AAAA"), /within a number/);
  assert.throws(() => decodeFloat32("AAAA"), /within a number/);
});

const times = { name: "t", f8: base64(Float64Array.from([0, 1, 3]).buffer) };
const place = { row: 0, fraction: 0 };

test("an instant between samples lies on the straight line between them", () => {
  const table = new Table([
    times,
    { name: "x", f8: base64(Float64Array.from([10, 20, 0]).buffer) },
  ]);
  assert.equal(table.length, 3);
  assert.equal(table.at(1, table.locate(0.25, place)), 12.5);
  assert.equal(table.at(1, table.locate(2, place)), 10);
  assert.equal(table.at(1, table.locate(1, place)), 20);
});

test("before the first and past the last sample the table stays at them", () => {
  const table = new Table([times]);
  assert.deepEqual(table.locate(-1, place), { row: 0, fraction: 0 });
  assert.deepEqual(table.locate(3, place), { row: 2, fraction: 0 });
  assert.deepEqual(table.locate(99, place), { row: 2, fraction: 0 });
});

test("a constant column has its value in every row, and null is not a number", () => {
  const table = new Table([times, { name: "c", constant: 7 }, { name: "n", constant: null }]);
  assert.deepEqual([...table.series(1)], [7, 7, 7]);
  assert.ok(Number.isNaN(table.value(2, 1)));
  assert.deepEqual(table.range(1), { low: 7, high: 7 });
});

test("a growing table keeps every row through many doublings", () => {
  const table = Table.growing([{ name: "t" }, { name: "zero", constant: 0 }, { name: "x" }]);
  for (let i = 0; i < 5000; i += 7) {
    const rows = Array.from({ length: Math.min(7, 5000 - i) }, (_, k) => [i + k, (i + k) ** 2]);
    table.append(rows);
  }
  assert.equal(table.length, 5000);
  const x = table.series(2);
  for (let i = 0; i < 5000; ++i) assert.equal(x[i], i * i);
});

test("the range of a growing column follows it and skips what is not a number", () => {
  const table = Table.growing([{ name: "t" }, { name: "x" }]);
  table.append([
    [0, 5],
    [1, null],
  ]);
  assert.deepEqual({ ...table.range(1) }, { low: 5, high: 5 });
  table.append([
    [2, -3],
    [3, 8],
  ]);
  assert.deepEqual({ ...table.range(1) }, { low: -3, high: 8 });
  assert.ok(Number.isNaN(table.value(1, 1)));
});
