import type { End } from "./data";
import { format } from "./numbers";

/** What of the start was found, and whether it could be another; empty where the model gives all of it. */
export function startNote(end: End): string {
  const found = Object.entries(end.found_start ?? {}).map(([name, { value, guess }]) => {
    const searched = guess === null ? "" : ` (guessed ${format(guess)})`;
    return `${name} = ${format(value)}${searched}`;
  });
  if (found.length === 0) return "";
  const others = (end.other_starts ?? []).map((other) => {
    const values = Object.entries(other).map(([name, value]) => `${name} = ${format(value)}`);
    return ` Another start with the same given values: ${values.join(", ")}.`;
  });
  return `Found at the start: ${found.join(", ")}.${others.join("")}`;
}
