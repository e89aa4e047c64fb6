import { element, setText } from "../dom";
import type { Figure, FigureName } from "../data";
import { sentence } from "../sentence";
import type { Place, Table } from "../table";
import { FigureDrawing, type Extent, type FigureVectors } from "./figure_svg";

const names: FigureName[] = ["a", "Ta", "Na", "c", "Nc", "Be", "Bb", "q", "d"];

/** Fig. 1 of the instant at the cursor. */
export class FigureView {
  readonly node: HTMLElement;
  private readonly picture = element("div", { class: "figure", tabindex: "0" });
  private readonly words = element("p", { class: "note" });
  private readonly oneScale = element("input", { type: "checkbox", checked: "" });
  private isVisible = false;
  private drawn = NaN; // the time in the picture

  constructor(
    private readonly table: Table,
    private readonly figure: Figure,
    requestFrame: () => void,
  ) {
    const choice = element("label", { class: "choice" }, this.oneScale, "one scale for all times");
    this.node = element("div", {}, this.picture, choice, this.words);
    this.words.textContent = sentence(figure.note);
    this.oneScale.addEventListener("change", () => {
      this.drawn = NaN;
      requestFrame();
    });
    new IntersectionObserver(([entry]) => {
      this.isVisible = entry.isIntersecting;
      if (this.isVisible) requestFrame();
    }).observe(this.node);
  }

  /** Rows arrived: the scale for all times may be another. */
  refresh(): void {
    this.drawn = NaN;
  }

  update(place: Place, t: number): void {
    if (this.isVisible) this.drawNow(place, t);
  }

  /** Whether it can be seen or not. */
  drawNow(place: Place, t: number): void {
    if (t === this.drawn || this.table.length === 0) return;
    this.drawn = t;
    this.picture.dataset.time = String(t);
    const vectors = this.read(place);
    if (!Number.isFinite(vectors.a.along + vectors.q.along)) {
      setText(this.picture, "At this instant the picture does not apply.");
      return;
    }
    const extent = this.oneScale.checked ? this.extentOfMotion() : extentOf(vectors);
    this.picture.innerHTML = new FigureDrawing(vectors, extent).svg();
  }

  private read(place: Place): FigureVectors {
    return Object.fromEntries(
      names.map((name) => {
        const { along, across, length } = this.figure.vectors[name];
        const read = (column: number): number => this.table.at(column, place);
        return [name, { along: read(along), across: read(across), length: read(length) }];
      }),
    ) as FigureVectors;
  }

  private extentOfMotion(): Extent {
    const extent: Extent = { x0: 0, x1: 0, y0: 0, y1: 0 };
    for (const name of ["a", "q"] as const) {
      const along = this.table.range(this.figure.vectors[name].along);
      const across = this.table.range(this.figure.vectors[name].across);
      extent.x0 = Math.min(extent.x0, along.low);
      extent.x1 = Math.max(extent.x1, along.high);
      extent.y0 = Math.min(extent.y0, across.low);
      extent.y1 = Math.max(extent.y1, across.high);
    }
    return extent;
  }
}

function extentOf({ a, q }: FigureVectors): Extent {
  return {
    x0: Math.min(0, a.along, q.along),
    x1: Math.max(0, a.along, q.along),
    y0: Math.min(0, a.across, q.across),
    y1: Math.max(0, a.across, q.across),
  };
}
