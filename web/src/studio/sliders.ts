import type { Parameter } from "../data";
import { element } from "../dom";
import type { Settings } from "./api";

/** From zero to twice the value of the text, or around zero; a parameter keeps its sign. */
export function sliderRange(value: number): { low: number; high: number; step: number } {
  const reach = value === 0 ? 1 : 2 * Math.abs(value);
  const step = 10 ** Math.floor(Math.log10(reach) - 2);
  if (value === 0) return { low: -reach, high: reach, step };
  return value > 0 ? { low: 0, high: reach, step } : { low: -reach, high: 0, step };
}

/**
 * A slider and a number field for every parameter. What is moved differs from the text until reset.
 */
export class Sliders {
  readonly node = element("div", { class: "sliders" });
  private set: Settings = {};
  private shown: Parameter[] = [];

  constructor(private readonly onChange: () => void) {}

  /** The parameters that differ from the text. */
  get settings(): Settings {
    return this.set;
  }

  reset(): void {
    this.set = {};
    this.shown = [];
  }

  /** The parameters of a text that was found right. */
  show(parameters: Parameter[]): void {
    const same =
      parameters.length === this.shown.length &&
      parameters.every(({ name, value }, i) => {
        const before = this.shown[i];
        return name === before.name && value === before.value;
      });
    // an element under somebody's hand must not be replaced
    if (same) return;
    const names = new Set(parameters.map(({ name }) => name));
    this.set = Object.fromEntries(Object.entries(this.set).filter(([name]) => names.has(name)));
    this.shown = parameters;
    this.node.replaceChildren(...parameters.map((parameter) => this.row(parameter)));
  }

  private row({ name, value, unit }: Parameter): HTMLElement {
    const { low, high, step } = sliderRange(value);
    const range = { min: String(low), max: String(high), step: "any" };
    const slider = element("input", { type: "range", ...range, "aria-label": `${name}, slider` });
    const field = element("input", { type: "number", step: String(step), "aria-label": name });
    slider.value = field.value = String(this.set[name] ?? value);
    const change = (next: number): void => {
      if (!Number.isFinite(next)) return;
      this.set[name] = next;
      this.onChange();
    };
    slider.addEventListener("input", () => {
      const next = Number(Number(slider.value).toPrecision(3));
      field.value = String(next);
      change(next);
    });
    field.addEventListener("input", () => {
      slider.value = field.value;
      change(field.valueAsNumber);
    });
    return element(
      "label",
      { class: "slider" },
      element("span", { class: "name" }, name),
      slider,
      field,
      element("span", { class: "unit" }, unit ?? ""),
    );
  }
}
