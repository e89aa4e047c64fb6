import "uplot/dist/uPlot.min.css";
import "./styles/base.css";
import "./styles/viewer.css";
import "./styles/plots.css";
import "./styles/text.css";
import "./styles/print.css";
import { aliasedNote } from "./aliasing";
import { auditTable, checkVerdict, outcomeWords, verdict } from "./audit";
import type { MotionData } from "./data";
import { element, section } from "./dom";
import { colouredText } from "./highlight";
import { format } from "./numbers";
import { printWhole } from "./print";
import { Table } from "./table";
import { openDoor } from "./test_door";
import { themeSwitch } from "./theme";
import { thinnedNote } from "./thinned";
import { Viewer } from "./viewer";

function header(motion: MotionData, table: Table, theme: HTMLElement): HTMLElement {
  const { outcome, audit, checks } = motion.end;
  const kind = outcome.complete ? "" : " bad";
  return element(
    "header",
    {},
    element("p", { class: "running" }, motion.program, element("span", {}, motion.file), theme),
    element("h1", {}, motion.title),
    element("p", { class: `outcome${kind}` }, outcomeWords(outcome)),
    verdict(audit),
    checkVerdict(checks),
    thinnedNote(motion.samples),
    aliasedNote(motion, table),
  );
}

function parameters(motion: MotionData): HTMLElement | null {
  if (motion.parameters.length === 0) return null;
  return element(
    "dl",
    { class: "parameters" },
    ...motion.parameters.map(({ name, value, unit }) => {
      const words = unit ? `${format(value)} ${unit}` : format(value);
      return element("div", {}, element("dt", {}, name), element("dd", {}, words));
    }),
  );
}

function show(motion: MotionData, page: HTMLElement): void {
  document.title = motion.title;
  const table = new Table(motion.columns, motion.samples.shown);
  const viewer = new Viewer(motion, table);
  viewer.finish(motion.end);
  const links = ["plots", "figure", "equations", "model", "audit"].map((id) => {
    const words = id === "figure" ? "Fig. 1" : id[0].toUpperCase() + id.slice(1);
    return element("a", { href: `#${id}` }, words);
  });
  page.append(
    header(
      motion,
      table,
      themeSwitch(() => viewer.retheme()),
    ),
    viewer.sceneSection(),
    element("nav", { "aria-label": "Parts of the report" }, ...links),
    viewer.plotsSection(),
    viewer.figureSection(),
    viewer.equationsSection(),
    section("model", "Model", parameters(motion), colouredText(motion.model)),
    section("audit", "Audit", auditTable(motion.end)),
    viewer.transport.node,
  );
  addEventListener("keydown", (event) => {
    if (viewer.transport.key(event)) event.preventDefault();
  });
  openDoor(() => viewer);
  printWhole(() => viewer);
}

const page = document.getElementById("page")!;
const text = document.getElementById("motion")?.textContent ?? "";
// the program puts the motion where the page as built has only a mark
if (text.startsWith("/*")) {
  page.append(
    element(
      "p",
      { class: "missing" },
      "This page shows a motion once `alembert run --out` has written it.",
    ),
  );
} else {
  show(JSON.parse(text) as MotionData, page);
}
