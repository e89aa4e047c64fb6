import assert from "node:assert/strict";
import { test } from "node:test";
import { aliased } from "../../src/aliasing";
import type { MotionHeader } from "../../src/data";
import { Table } from "../../src/table";

function sampled(step: number, omega: number, drift: number): string[] {
  const table = Table.growing([{ name: "t" }, { name: "x" }, { name: "x'" }]);
  const rows = Array.from({ length: 1000 }, (_, i) => {
    const t = i * step;
    return [t, Math.cos(omega * t) + drift * t, drift - omega * Math.sin(omega * t)];
  });
  table.append(rows);
  const coordinates = [{ name: "x", q: 1, v: 2, a: 2 }];
  return aliased({ coordinates } as unknown as MotionHeader, table);
}

test("an oscillation with two and a half outputs in a period is aliased, with four it is not", () => {
  const omega = 1.7;
  const period = (2 * Math.PI) / omega;
  assert.deepEqual(sampled(period / 2.5, omega, 0), ["x"]);
  assert.deepEqual(sampled(37.1 * period, omega, 0), ["x"]);
  assert.deepEqual(sampled(period / 4, omega, 0), []);
  assert.deepEqual(sampled(period / 100, omega, 0), []);
});

test("what only goes on is never aliased", () => {
  assert.deepEqual(sampled(1, 1e-9, 3), []);
  assert.deepEqual(sampled(100, 0, 1e-3), []);
});

test("what stands still but for rounding is never aliased", () => {
  const table = Table.growing([{ name: "t" }, { name: "z", constant: 0.7 }, { name: "z'" }]);
  table.append(Array.from({ length: 1000 }, (_, i) => [i / 100, i % 2 ? 2e-15 : -2e-15]));
  const coordinates = [{ name: "z", q: 1, v: 2, a: 2 }];
  assert.deepEqual(aliased({ coordinates } as unknown as MotionHeader, table), []);
});
