import { element } from "./dom";
import type { MotionHeader } from "./data";

/** Says that not all samples are shown, where that is so. */
export function thinnedNote({ shown, of }: MotionHeader["samples"]): HTMLElement | null {
  if (shown >= of) return null;
  const count = `${shown.toLocaleString("en")} of ${of.toLocaleString("en")} samples are shown`;
  const words = `${count}; peaks between them may look lower than they were.`;
  return element("p", { class: "note thinned" }, words);
}
