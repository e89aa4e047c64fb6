import katex from "katex";
import "katex/dist/katex.css";
import { element } from "./dom";
import type { MotionHeader } from "./data";

const longest = 40_000; // characters; what is longer nobody reads, and setting it takes seconds

/** The equations of motion, typeset when they come near the screen. */
export function equations(latex: MotionHeader["latex"]): HTMLElement {
  const node = element("div", { class: "equations" });
  for (const { title, body } of latex) {
    const display = element("div", { class: "display", tabindex: "0" });
    node.append(element("div", {}, title ? element("h3", {}, title) : null, display));
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) return;
        seen.disconnect();
        typeset(body, display);
      },
      { rootMargin: "400px" },
    );
    seen.observe(display);
  }
  return node;
}

function typeset(body: string, into: HTMLElement): void {
  if (body.length > longest) {
    const words = `${body.length} characters: too long to read. \`alembert equations\` prints it.`;
    into.append(element("p", { class: "note" }, words));
    return;
  }
  katex.render(body, into, { displayMode: true, throwOnError: false, strict: false });
}
