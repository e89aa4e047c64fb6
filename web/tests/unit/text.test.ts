import assert from "node:assert/strict";
import { test } from "node:test";
import type { End } from "../../src/data";
import { tokens } from "../../src/highlight";
import { format, formatSmall, formatTime, niceBelow, withMinuses } from "../../src/numbers";
import { powerLabel, powerTicks, wholeTicks } from "../../src/plots/ticks";
import { startNote } from "../../src/start_note";
import { LineSplitter } from "../../src/studio/api";
import { sliderRange } from "../../src/studio/sliders";
import { pieces } from "../../src/studio/squiggles";

const kindOf = (line: string, text: string): string | undefined =>
  tokens(line).find((token) => token.text.trim() === text)?.kind;

test("powers of ten in words are written with a minus, names with hyphens as they are", () => {
  assert.equal(withMinuses("to 3.3e-16, and v-e-2 to 1e+5."), "to 3.3e−16, and v-e-2 to 1e+5.");
});

test("a start that was found is told with its guess and its other branches", () => {
  const end = { found_start: { y: { value: 4, guess: 3 }, "y'": { value: -1, guess: null } } } as unknown as End;
  assert.equal(startNote(end), "Found at the start: y = 4 (guessed 3), y' = −1.");
  const another = { ...end, other_starts: [{ y: -4 }] };
  assert.ok(startNote(another).endsWith(" Another start with the same given values: y = −4."));
  assert.equal(startNote({} as unknown as End), "");
});

test("every character of a line is in exactly one token", () => {
  for (const line of [
    "constraint rod: x^2 + yy'^2 = l^2  # held",
    "",
    "    m = 1.0   [kg]",
    "θ = 2*π",
  ]) {
    assert.equal(
      tokens(line)
        .map(({ text }) => text)
        .join(""),
      line,
    );
  }
});

test("tokens have the kinds of the language", () => {
  assert.equal(kindOf('system "A # title"', '"A # title"'), "string");
  assert.equal(kindOf("constraint rod: x = 1", "constraint"), "statement");
  assert.equal(kindOf("    l = 1.5e-3 [m]", "1.5e-3"), "number");
  assert.equal(kindOf("    l = 1.5e-3 [m]", "[m]"), "unit");
  assert.equal(kindOf("kinetic sin(x)", "sin"), "function");
  assert.equal(kindOf("run 10 # sin(x)", "# sin(x)"), "comment");
  assert.equal(kindOf("    tolerance 1e-12", "tolerance"), "option");
});

test("a statement's keyword counts only at the margin", () => {
  assert.notEqual(kindOf("    x = run", "run"), "statement");
});

test("a mistake is marked at its very characters, also behind letters of two units", () => {
  const marked = (line: string, column: number, length: number): string =>
    pieces(line, [{ column, length }])
      .filter(({ wrong }) => wrong)
      .map(({ text }) => text)
      .join("");
  assert.equal(marked("constraint rod: x^2 + yy^2 = l^2", 23, 2), "yy");
  assert.equal(marked("𝜃𝜃 = oops", 6, 4), "oops");
  assert.equal(marked("x =", 4, 1), " ");
});

test("lines of a stream survive cuts within a character", () => {
  const bytes = new TextEncoder().encode('{"a":"θ"}\n{"b":1}\n{"c":2}');
  const splitter = new LineSplitter();
  const lines = [...bytes].flatMap((byte) => splitter.feed(Uint8Array.of(byte)));
  assert.deepEqual([...lines, ...splitter.rest()], ['{"a":"θ"}', '{"b":1}', '{"c":2}']);
});

test("powers of ten are thinned evenly, and stay while the axis grows", () => {
  assert.deepEqual(powerTicks(1e-3, 1, 6), [1e-3, 1e-2, 1e-1, 1]);
  assert.deepEqual(powerTicks(1e-18, 1, 6), [1e-16, 1e-12, 1e-8, 1e-4, 1]);
  const wider = powerTicks(1e-19, 10, 6);
  for (const tick of powerTicks(1e-18, 1, 6)) assert.ok(wider.includes(tick));
  assert.deepEqual(wholeTicks(0, 3, 6), [0, 1, 2, 3]);
  assert.ok(wholeTicks(0, 100, 6).length <= 6);
  assert.equal(powerLabel(1e-12), "10⁻¹²");
});

test("numbers are short and keep their sign", () => {
  assert.equal(format(-0.123456789), "−0.123457");
  assert.equal(format(1.5e-13), "1.5e−13");
  assert.equal(format(NaN), "–");
  assert.equal(formatSmall(3.33e-15), "3.3e−15");
  assert.equal(formatTime(1.23456, 10), "1.23");
  assert.equal(formatTime(1.23456, 0.01), "1.23456");
  assert.deepEqual([0.3, 5.1, 19, 1000].map(niceBelow), [0.2, 5, 10, 1000]);
});

test("a slider surrounds its value and keeps its sign", () => {
  assert.deepEqual(sliderRange(9.81).low, 0);
  assert.ok(sliderRange(9.81).high > 9.81);
  assert.deepEqual([sliderRange(-2).low, sliderRange(-2).high], [-4, 0]);
  assert.ok(sliderRange(0).low < 0 && sliderRange(0).high > 0);
});
