import { element, setText } from "../dom";
import { format } from "../numbers";
import type { Place, Table } from "../table";
import type { SeriesSpec } from "./plot_list";

/** A short line as the plot draws it. */
export function swatch(colour: string, dash: number[]): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "swatch");
  svg.setAttribute("viewBox", "0 0 22 6");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, value] of Object.entries({ x1: 1, y1: 3, x2: 21, y2: 3 })) {
    line.setAttribute(name, String(value));
  }
  line.setAttribute("stroke", colour);
  line.setAttribute("stroke-width", "2.5");
  if (dash.length > 0) line.setAttribute("stroke-dasharray", dash.map((d) => d * 0.6).join(" "));
  svg.append(line);
  return svg;
}

/** The series of a plot by name, each a switch, with their values at the cursor. */
export class Legend {
  readonly node = element("div", { class: "legend" });
  readonly shown: boolean[];
  private readonly buttons: HTMLElement[] = [];
  private readonly values: HTMLElement[] = [];

  constructor(
    private readonly table: Table,
    private readonly series: SeriesSpec[],
    onSwitch: (index: number) => void,
    mostShown = 8,
  ) {
    this.shown = series.map((_, i) => i < mostShown);
    series.forEach((item, i) => {
      const value = element("span", { class: "value" }, "");
      const button = element(
        "button",
        { type: "button", "aria-pressed": String(this.shown[i]), class: "series" },
        swatch(item.colour, item.dash),
        element("span", { class: "name" }, item.name),
        value,
      );
      button.addEventListener("click", () => {
        this.set(i, !this.shown[i]);
        onSwitch(i);
      });
      this.buttons.push(button);
      this.values.push(value);
      this.node.append(button);
    });
  }

  /** Switches the series as those of the same names are in another legend. */
  adopt(other: Legend): void {
    this.series.forEach(({ name }, i) => {
      const same = other.series.findIndex((item) => item.name === name);
      if (same >= 0) this.set(i, other.shown[same]);
    });
  }

  private set(i: number, shown: boolean): void {
    this.shown[i] = shown;
    this.buttons[i].setAttribute("aria-pressed", String(shown));
  }

  update(place: Place): void {
    if (this.table.length === 0) return;
    this.series.forEach(({ column }, i) => {
      if (!this.shown[i]) return setText(this.values[i], "");
      const unit = this.table.columns[column].unit;
      const value = format(this.table.at(column, place));
      setText(this.values[i], unit ? `${value} ${unit}` : value);
    });
  }
}
