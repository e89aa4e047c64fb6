import { element } from "./dom";
import type { End } from "./data";
import { formatSeconds, formatSmall } from "./numbers";

export function verdict(audit: End["audit"]): HTMLElement {
  const kind = audit.ok ? "good" : "bad";
  return element("p", { class: `verdict ${kind}` }, `${audit.ok ? "✓" : "✗"} ${audit.verdict}`);
}

/** What was checked, how well it holds, and what it cost. */
export function auditTable({ audit, facts }: End): HTMLElement {
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
