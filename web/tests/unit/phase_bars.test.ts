import assert from "node:assert/strict";
import { test } from "node:test";
import { flashAt, flashPart, phaseAt } from "../../src/phase_bars";

test("an impact flashes from its instant on, and fades", () => {
  assert.equal(flashAt(0.999, 1, 10), 0);
  assert.equal(flashAt(1, 1, 10), 1);
  assert.ok(Math.abs(flashAt(1 + 5 * flashPart, 1, 10) - 0.5) < 1e-12);
  assert.equal(flashAt(1 + 10 * flashPart, 1, 10), 0);
  assert.equal(flashAt(1, 1, 0), 0);
});

test("at a change the phase is the one that begins", () => {
  const contact = {
    name: "floor",
    phases: [
      { from: 0, until: 2, phase: "open" as const },
      { from: 2, until: 3, phase: "rest" as const },
    ],
    impacts: [],
  };
  assert.equal(phaseAt(contact, 0), "open");
  assert.equal(phaseAt(contact, 1.9), "open");
  assert.equal(phaseAt(contact, 2), "rest");
  assert.equal(phaseAt(contact, 3), "rest");
});
