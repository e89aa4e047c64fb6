import assert from "node:assert/strict";
import { test } from "node:test";
import { brightest, flashAt, flashPart, strongestImpulse } from "../../src/flash";
import { phaseAt } from "../../src/phase_bars";

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

test("of several impacts the brightest is seen, also where an impulse is negative", () => {
  const contact = {
    name: "line",
    phases: [],
    impacts: [
      { t: 1, impulse: -4, lost: 0 },
      { t: 1.05, impulse: 1, lost: 0 },
    ],
  };
  assert.equal(strongestImpulse([contact]), 4);
  assert.equal(strongestImpulse([]), 0);
  assert.equal(brightest(contact, 0.5, 10, 4), null);
  assert.deepEqual(brightest(contact, 1, 10, 4), { t: 1, strength: 1 });
  assert.equal(brightest(contact, 1.09, 10, 4)?.t, 1.05);
});
