import assert from "node:assert/strict";
import { test } from "node:test";
import { leaveOutOpenRows } from "../../src/contact_rows";
import type { ContactStory, MotionHeader } from "../../src/data";
import { Table } from "../../src/table";

test("a contact has residuals where its rows hold, at a change only if they hold before and after", () => {
  const names = ["t", "gap", "its rate", "slip", "rate of slip"];
  const table = Table.growing(names.map((name) => ({ name })));
  // at 2 it closes, sticks until 3, slips until 4, and opens
  table.append([0, 1, 2, 2, 2.5, 3, 3.5, 4, 5].map((t) => [t, 7, 7, 7, 7]));
  const row = (name: string, residual: number) => ({ name, residual, rate: residual + 1 });
  const rows = [row("floor", 1), row("floor.slip", 3)];
  const motion = { constraints: [{ name: "floor", rows }] } as unknown as MotionHeader;
  const phases = ["open", "stick", "slip", "open"].map((phase, i) => {
    const changes = [0, 2, 3, 4, 5];
    return { from: changes[i], until: changes[i + 1], phase };
  });
  leaveOutOpenRows(motion, table, [{ name: "floor", phases, impacts: [] } as ContactStory]);
  const holds = (column: number): number[] =>
    [...table.series(column)].flatMap((x, i) => (Number.isNaN(x) ? [] : [table.value(0, i)]));
  assert.deepEqual(holds(1), [2.5, 3, 3.5]);
  assert.deepEqual(holds(2), [2.5, 3, 3.5]);
  assert.deepEqual(holds(3), [2.5]);
  assert.deepEqual(holds(4), [2.5]);
});

test("all rows of a constraint that is switched off are no residuals", () => {
  const table = Table.growing(["t", "pin.1", "rate", "pin.2", "rate"].map((name) => ({ name })));
  table.append([0, 1, 2, 3].map((t) => [t, 7, 7, 7, 7]));
  const row = (name: string, residual: number) => ({ name, residual, rate: residual + 1 });
  const rows = [row("pin.1", 1), row("pin.2", 3)];
  const motion = { constraints: [{ name: "pin", rows }] } as unknown as MotionHeader;
  const phases = [
    { from: 0, until: 2, phase: "rest" },
    { from: 2, until: 3, phase: "open" },
  ];
  leaveOutOpenRows(motion, table, [{ name: "pin", phases, impacts: [] } as ContactStory]);
  for (const column of [1, 2, 3, 4]) {
    const holds = [...table.series(column)].map((x) => !Number.isNaN(x));
    assert.deepEqual(holds, [true, true, false, false]);
  }
});
