import { element } from "./dom";
import type { Check, End } from "./data";
import { format, formatSeconds, formatSmall, withMinuses } from "./numbers";

/** How a run ended, and when; words that tell the time already are left alone. */
export function outcomeWords({ words, t }: End["outcome"]): string {
  return words.includes(" at t = ") ? words : `${words} at t = ${format(t)}`;
}

export function verdict(audit: End["audit"]): HTMLElement {
  const kind = audit.ok ? "good" : "bad";
  return element("p", { class: `verdict ${kind}` }, `${audit.ok ? "✓" : "✗"} ${withMinuses(audit.verdict)}`);
}

/** What the model's own check block says, in one sentence; nothing where it has none. */
export function checkVerdict(checks: Check[] = []): HTMLElement | null {
  if (checks.length === 0) return null;
  const failed = checks.filter(({ ok }) => !ok).length;
  const words =
    failed === 0
      ? `The model's checks hold: ${checks.length} of ${checks.length}.`
      : `The model's checks fail: ${failed} of ${checks.length}.`;
  const kind = failed === 0 ? "good" : "bad";
  return element("p", { class: `checked ${kind}` }, `${failed === 0 ? "✓" : "✗"} ${words}`);
}

function checkList(checks: Check[] = []): HTMLElement | null {
  if (checks.length === 0) return null;
  return element(
    "ul",
    { class: "checks" },
    ...checks.map(({ text, ok, figure }) =>
      element(
        "li",
        {},
        element("span", { class: ok ? "good" : "bad" }, ok ? "holds" : "fails"),
        ` ${text} (${withMinuses(figure)})`,
      ),
    ),
  );
}

/** What was checked, how well it holds, and what it cost. */
export function auditTable({ audit, checks, facts }: End): HTMLElement {
  const head = ["checked", "value", "bound", "", "what it means"].map((words) => {
    return element("th", { scope: "col" }, words);
  });
  const rows = audit.rows.map((row) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, row.what),
      // JSON has no word for not-a-number but null
      element("td", { class: "number" }, formatSmall(row.value ?? NaN)),
      element("td", { class: "number" }, row.bound === undefined ? "" : formatSmall(row.bound)),
      row.ok === undefined
        ? element("td")
        : element("td", { class: row.ok ? "good" : "bad" }, row.ok ? "holds" : "fails"),
      element("td", {}, row.note),
    ),
  );
  const table = element(
    "table",
    { class: "audit" },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows),
  );
  return element(
    "div",
    {},
    verdict(audit),
    element("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Audit" }, table),
    checkVerdict(checks),
    checkList(checks),
    element("p", { class: "note" }, factsSentence(facts)),
  );
}

function factsSentence(facts: End["facts"]): string {
  const times = [
    `derived in ${formatSeconds(facts.derive)}`,
    `compiled in ${formatSeconds(facts.compile)}`,
    `integrated in ${formatSeconds(facts.run)}`,
  ].join(", ");
  const steps = facts.steps.toLocaleString("en");
  const effort = `${steps} steps, ${facts.evaluations.toLocaleString("en")} evaluations`;
  const freedoms = `${facts.freedoms} ${facts.freedoms === 1 ? "freedom" : "freedoms"}`;
  return `Rank ${facts.rank}, ${freedoms}; ${effort}; ${times}.`;
}
