import { element } from "./dom";
import type { MotionHeader } from "./data";
import { format } from "./numbers";
import type { ForcePart } from "./scene/arrows";
import type { SceneView } from "./scene/scene_view";
import type { Table } from "./table";

const shownAtFirst = 12; // more constraints than that would cover the picture with arrows
const enlargements = [0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Switches the arrows of each constraint by its name, and says at which scale they are drawn. */
export class ForcesLegend {
  readonly node = element("div", { class: "forces" });
  private readonly scale = element("span", { class: "value", "aria-live": "polite" });
  private readonly dashes = element(
    "p",
    { class: "note" },
    "Solid: the ideal part. Dashed: the non-ideal part.",
  );
  private readonly cut = element(
    "p",
    { class: "note cut" },
    "Between two points arrows are cut short here, so that they do not cross.",
  );
  private readonly switches: { name: string; button: HTMLButtonElement }[] = [];
  private readonly parts: HTMLInputElement[] = [];
  private enlargement = enlargements.indexOf(1);

  constructor(
    private readonly motion: MotionHeader,
    private readonly scene: SceneView,
    colourOf: (constraint: string) => string,
  ) {
    const drawn = new Set(motion.scene.arrows.map((arrow) => arrow.constraint));
    const rows = this.forcesByName();
    if (rows.length === 0) {
      this.node.append(element("p", { class: "note" }, "No constraints: no forces of constraint."));
      return;
    }
    this.node.append(element("h3", {}, "Forces of constraint"), this.partChoice());
    const list = element("div", { class: "constraints" });
    for (const { name, text } of rows) {
      const button = element(
        "button",
        { type: "button", class: "constraint", "aria-label": `Force of ${name}` },
        element("span", { class: "dot", style: `--dot: ${colourOf(name)}` }),
        element("span", { class: "name" }, name),
        element("span", { class: "law", title: text }, text),
      );
      button.disabled = !drawn.has(name);
      if (button.disabled) button.title = "acts at no point of the picture";
      button.addEventListener("click", () => this.set(name, !isOn(button)));
      this.switches.push({ name, button });
      list.append(button);
    }
    this.node.append(list);
    for (const { name } of this.switches)
      this.set(name, drawn.has(name) && drawn.size <= shownAtFirst);
    if (drawn.size > 3) this.node.append(this.allOrNone());
    this.node.append(this.dashes);
    this.dashes.hidden = true;
    if (drawn.size > 0) this.node.append(this.scaleChoice(), this.cut);
    this.cut.hidden = true;
  }

  // joints by what they do to a body, other constraints by their rows; one that keeps the quaternion of a joint of unit length
  // has no force
  private forcesByName(): { name: string; text: string }[] {
    const on = new Map(
      this.motion.scene.arrows.flatMap((arrow) => (arrow.on ? [[arrow.constraint, arrow.on]] : [])),
    );
    const names = new Set(this.motion.coordinates.map(({ name }) => name));
    const isUnit = (name: string): boolean =>
      name.endsWith("_unit") && names.has(`${name.slice(0, -"_unit".length)}.e0`);
    return [
      ...[...on].map(([name, body]) => ({ name, text: `on ${body}` })),
      ...this.motion.constraints.filter(({ name }) => !on.has(name) && !isUnit(name)),
    ];
  }

  /** Says whether arrows are shorter than the scale at this instant. */
  update(): void {
    if (this.cut.hidden === this.scene.areArrowsCut) this.cut.hidden = !this.scene.areArrowsCut;
  }

  /** Says the scale anew. */
  refresh(): void {
    const arrow = this.motion.scene.arrows[0];
    if (!arrow) return;
    const force = this.motion.columns[arrow.ideal[0]].unit;
    const length = this.motion.columns[arrow.at[0]].unit;
    const value = format(this.scene.forcePerLength, 3);
    const withUnit = (words: string, unit?: string): string => (unit ? `${words} ${unit}` : words);
    const perMoment = this.scene.momentPerLength;
    const moment = perMoment === 0 ? "" : `, moments: ${format(perMoment, 3)}`;
    this.scale.textContent = `${withUnit("arrow of length 1", length)} = ${withUnit(value, force)}${moment}`;
  }

  /**
   * Says which forces are not unique at some time, because the constraints share them as they like,
   * and what dashed arrows are, where there are some.
   */
  markShared(table: Table, joints: string[]): void {
    const dashed = this.motion.scene.arrows.flatMap(({ nonideal }) => nonideal);
    this.dashes.hidden = table.largest(dashed) === 0;
    const ofJoints = new Set(
      this.motion.scene.arrows.flatMap(({ constraint, on }) => (on ? [constraint] : [])),
    );
    for (const { name, rows } of this.motion.constraints) {
      if (ofJoints.has(name) || rows.every(({ unique }) => table.range(unique).low >= 1)) continue;
      this.mark(name, "not unique at all times: dependent constraints share it");
    }
    for (const name of joints) this.mark(name, "* not unique: the joints share it");
  }

  private mark(name: string, words: string): void {
    const button = this.switches.find((item) => item.name === name)?.button;
    if (!button || button.querySelector(".shared")) return;
    button.append(element("span", { class: "shared" }, words));
  }

  /** Switches everything as it was for another run. */
  adopt(other: ForcesLegend): void {
    for (const { name, button } of other.switches) {
      const own = this.switches.find((item) => item.name === name)?.button;
      if (own && !own.disabled) this.set(name, isOn(button));
    }
    other.parts.forEach((input, i) => {
      if (!input.checked || !this.parts[i]) return;
      this.parts[i].checked = true;
      this.scene.showPart(input.value as ForcePart);
    });
    this.enlarge(other.enlargement);
  }

  private enlarge(index: number): void {
    this.enlargement = index;
    this.scene.enlargeArrows(enlargements[index]);
    this.refresh();
  }

  private set(name: string, on: boolean): void {
    const found = this.switches.find((item) => item.name === name);
    found?.button.setAttribute("aria-pressed", String(on));
    this.scene.showConstraint(name, on);
  }

  private partChoice(): HTMLElement {
    const group = element("div", {
      class: "segmented",
      role: "radiogroup",
      "aria-label": "Part of the force",
    });
    const parts: [ForcePart, string][] = [
      ["apart", "apart"],
      ["sum", "sum"],
      ["ideal", "ideal"],
      ["nonideal", "non-ideal"],
    ];
    for (const [part, words] of parts) {
      const input = element("input", { type: "radio", name: "force-part", value: part });
      input.checked = part === "apart";
      if (part === "apart") group.title = "apart: the ideal part solid, the non-ideal part dashed";
      input.addEventListener("change", () => this.scene.showPart(part));
      this.parts.push(input);
      group.append(element("label", {}, input, element("span", {}, words)));
    }
    return group;
  }

  private allOrNone(): HTMLElement {
    const make = (words: string, on: boolean): HTMLElement => {
      const button = element("button", { type: "button", class: "plain" }, words);
      button.addEventListener("click", () => {
        for (const { name, button } of this.switches) if (!button.disabled) this.set(name, on);
      });
      return button;
    };
    return element("p", { class: "row" }, make("show all", true), make("show none", false));
  }

  private scaleChoice(): HTMLElement {
    const step = (words: string, label: string, by: number): HTMLElement => {
      const button = element(
        "button",
        { type: "button", class: "plain", "aria-label": label },
        words,
      );
      button.addEventListener("click", () => {
        this.enlarge(Math.min(Math.max(this.enlargement + by, 0), enlargements.length - 1));
      });
      return button;
    };
    this.refresh();
    return element(
      "p",
      { class: "row scale" },
      step("−", "Shorter arrows", -1),
      step("+", "Longer arrows", 1),
      this.scale,
    );
  }
}

function isOn(button: HTMLElement): boolean {
  return button.getAttribute("aria-pressed") === "true";
}
