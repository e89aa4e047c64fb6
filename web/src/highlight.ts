import grammar from "../../editors/mech.tmLanguage.json";
import { element } from "./dom";

/** A piece of a line and what it is in the model language; "" for names and blanks. */
export interface Token {
  kind: string;
  text: string;
}

// the editors' grammar is made from the program's keyword table, so the colours cannot disagree
// with it
const kinds: [RegExp, string][] = [
  [/^comment/, "comment"],
  [/^string/, "string"],
  [/^keyword\.control/, "statement"],
  [/^support\.function/, "function"],
  [/^keyword\.operator/, "operator"],
  [/^keyword\.other/, "option"],
  [/^constant\.numeric/, "number"],
  [/^constant/, "constant"],
  [/^storage\.type\.unit/, "unit"],
];
const patternKinds = grammar.patterns.map(({ name }) => {
  return kinds.find(([pattern]) => pattern.test(name))?.[1] ?? "";
});
// one alternative per pattern: the first place wins, at one place the first pattern; each group is
// named
const anyToken = new RegExp(
  grammar.patterns.map(({ match }, i) => `(?<p${i}>${match})`).join("|"),
  "g",
);

export function tokens(line: string): Token[] {
  const result: Token[] = [];
  let end = 0;
  for (const match of line.matchAll(anyToken)) {
    if (match.index > end) result.push({ kind: "", text: line.slice(end, match.index) });
    const pattern = patternKinds.findIndex((_, i) => match.groups?.[`p${i}`] !== undefined);
    result.push({ kind: patternKinds[pattern] ?? "", text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < line.length) result.push({ kind: "", text: line.slice(end) });
  return result;
}

/** A line as coloured nodes. */
export function colouredLine(line: string): Node[] {
  return tokens(line).map(({ kind, text }) =>
    kind ? element("span", { class: `t-${kind}` }, text) : document.createTextNode(text),
  );
}

/** A whole text, with numbers of lines. */
export function colouredText(text: string): HTMLElement {
  const code = element("code", {});
  for (const line of text.replace(/\n$/, "").split("\n")) {
    code.append(element("span", { class: "line" }, ...colouredLine(line), "\n"));
  }
  return element("pre", { class: "model", tabindex: "0", "aria-label": "Text of the model" }, code);
}
