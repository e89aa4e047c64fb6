import katex from "katex";
import "katex/dist/katex.css";
import { element } from "./dom";
import type { MotionHeader } from "./data";

const longest = 40_000; // characters; what is longer nobody reads, and setting it takes seconds
const mostOpen = 12; // displays under one heading; more of them wait folded for who wants them

/**
 * The equations of motion, typeset when they come near the screen or all at once, under one heading
 * per kind.
 */
export function equations(latex: MotionHeader["latex"]): {
  node: HTMLElement;
  typesetAll: () => void;
} {
  const waiting = new Map<HTMLElement, string>();
  const node = element("div", { class: "equations" });
  for (const { title, bodies } of underHeadings(latex)) {
    const displays = element("div", { class: "displays" }, ...bodies.map((body) => display(body, waiting)));
    const isFolded = bodies.length > mostOpen;
    const heading = title ? element("h3", {}, title) : null;
    const group = isFolded
      ? element(
          "details",
          {},
          element("summary", {}, heading ?? "", ` ${bodies.length} of them`),
          displays,
        )
      : element("div", {}, heading, displays);
    node.append(group);
  }
  const typesetAll = (): void => {
    for (const [display, body] of waiting) typeset(body, display);
    waiting.clear();
  };
  return { node, typesetAll };
}

function underHeadings(latex: MotionHeader["latex"]): { title: string; bodies: string[] }[] {
  const groups: { title: string; bodies: string[] }[] = [];
  for (const { title, body } of latex) {
    const last = groups.at(-1);
    if (last?.title === title) last.bodies.push(body);
    else groups.push({ title, bodies: [body] });
  }
  return groups;
}

function display(body: string, waiting: Map<HTMLElement, string>): HTMLElement {
  const node = element("div", { class: "display", tabindex: "0" });
  waiting.set(node, body);
  const seen = new IntersectionObserver(
    ([entry]) => {
      if (!entry.isIntersecting) return;
      seen.disconnect();
      if (waiting.delete(node)) typeset(body, node);
    },
    { rootMargin: "400px" },
  );
  seen.observe(node);
  return node;
}

function typeset(body: string, into: HTMLElement): void {
  if (body.length > longest) {
    const words = `${body.length} characters: too long to read. \`alembert equations\` prints it.`;
    into.append(element("p", { class: "note" }, words));
    return;
  }
  try {
    // a long matrix has more macros than the usual limit, which guards against endless ones
    katex.render(body, into, { displayMode: true, strict: false, maxExpand: 10 * longest });
  } catch {
    into.replaceChildren(element("code", {}, body));
  }
}
