import uPlot from "uplot";
import { element, setText } from "../dom";
import type { End } from "../data";
import type { Place, Table } from "../table";
import type { TimeCursor } from "../time_cursor";
import { Legend } from "./legend";
import { plotData } from "./plot_data";
import { isLogarithmic, plotOptions } from "./plot_options";
import type { PanelSpec } from "./plot_list";
import { wordsInstead } from "./words_instead";

/** A curve as it is drawn: whether it is switched on, its samples, and the largest of them. */
export interface ShownCurve {
  name: string;
  shown: boolean;
  samples: number;
  largest: number;
}

/** One plot with its legend. It is made when it first comes near the screen. */
export class Panel {
  readonly node: HTMLElement;
  private readonly host = element("div", { class: "canvas" });
  private readonly words = element("p", { class: "instead" });
  private readonly legend: Legend;
  private readonly cursorLine = element("div", { class: "cursor-line" });
  private plot: uPlot | null = null;
  private marks: { t: number; node: HTMLElement }[] = [];
  private kept: Table | null = null;
  private stale = false;
  private isVisible = false;

  constructor(
    readonly spec: PanelSpec,
    private readonly table: Table,
    private readonly cursor: TimeCursor,
  ) {
    this.legend = new Legend(table, spec.series, (i) => this.switchSeries(i));
    this.node = element(
      "figure",
      { class: "panel", id: `plot-${spec.id}` },
      element("figcaption", {}, spec.title),
      this.words,
      this.host,
      this.legend.node,
      spec.note ? element("p", { class: "note" }, spec.note) : null,
    );
    const seen = new IntersectionObserver(
      ([entry]) => {
        this.isVisible = entry.isIntersecting;
        if (this.isVisible) this.show();
      },
      { rootMargin: "200px" },
    );
    seen.observe(this.node);
    new ResizeObserver(() => this.resize()).observe(this.host);
  }

  /** Rows arrived, or colours changed. */
  refresh(): void {
    this.stale = true;
    if (this.isVisible) this.show();
  }

  /** Whether it can be seen or not. */
  drawNow(): void {
    this.show();
  }

  rebuild(): void {
    this.plot?.destroy();
    this.plot = null;
    this.refresh();
  }

  adopt(other: Panel): void {
    this.legend.adopt(other.legend);
    this.rebuild();
  }

  keep(table: Table | null): void {
    this.kept = table;
    this.rebuild();
  }

  markEvents(events: End["events"]): void {
    for (const mark of this.marks) mark.node.remove();
    this.marks = events.map(({ t, what }) => {
      return { t, node: element("div", { class: "event-mark", title: `t = ${t}: ${what}` }) };
    });
    this.plot?.over.append(...this.marks.map((mark) => mark.node));
    this.refresh();
    this.placeMarks();
  }

  /** Adds a sentence under the plot, whose numbers may be others now. */
  say(words: string): void {
    this.node.append(element("p", { class: "note" }, words));
    this.refresh();
  }

  /** The line of the cursor; `values` too when the legend is to follow. */
  update(place: Place, values: boolean): void {
    if (!this.isVisible) return;
    if (this.plot) {
      const x = this.plot.valToPos(this.cursor.time, "x");
      this.cursorLine.style.transform = `translateX(${x.toFixed(1)}px)`;
    }
    if (values) this.legend.update(place);
  }

  /**
   * Where the line of the cursor stands, as a time read back from its place; null before it is
   * drawn.
   */
  shownTime(): number | null {
    const x = /translateX\(([-\d.]+)px\)/.exec(this.cursorLine.style.transform)?.[1];
    return this.plot && x !== undefined ? this.plot.posToVal(Number(x), "x") : null;
  }

  shownCurves(): ShownCurve[] {
    const { plot } = this;
    if (!plot) return [];
    return plot.series.slice(1).map(({ label, show }, i) => {
      const values = Array.from(plot.data[i + 1]).filter((value) => value != null);
      const largest = values.reduce<number>((size, value) => Math.max(size, Math.abs(value!)), 0);
      return { name: String(label), shown: show ?? true, samples: values.length, largest };
    });
  }

  private show(): void {
    if (this.plot && !this.stale) return;
    if (this.saysInstead()) return;
    if (this.table.length === 0 || this.host.clientWidth === 0) return;
    this.stale = false;
    const columns = this.spec.series.map(({ column }) => column);
    const kept = this.kept && {
      table: this.kept,
      columns: columns.map((column) => this.sameColumn(column)).filter((column) => column >= 0),
    };
    const data = plotData(this.table, columns, kept, isLogarithmic(this.spec));
    if (this.plot) {
      this.plot.setData(data);
    } else {
      const keptSeries = this.spec.series.filter(
        ({ column }) => kept && this.sameColumn(column) >= 0,
      );
      const options = plotOptions(this.spec, keptSeries, this.legend.shown, this.host.clientWidth);
      // its scales are known only once it has drawn
      options.hooks = { draw: [() => this.placeMarks()] };
      this.plot = new uPlot(options, data, this.host);
      this.plot.over.append(this.cursorLine, ...this.marks.map((mark) => mark.node));
      this.makeScrubbing(this.plot.over);
    }
    this.legend.update(this.table.locate(this.cursor.time, { row: 0, fraction: 0 }));
  }

  // a kept run beside it and events are worth seeing even where the run itself has nothing to show
  private saysInstead(): boolean {
    const isPlain = this.kept === null && this.marks.length === 0;
    const words = isPlain ? wordsInstead(this.spec, this.table) : null;
    setText(this.words, words ?? "");
    this.node.classList.toggle("in-words", words !== null);
    return words !== null;
  }

  // the kept run may come from another text: its columns are found by their names
  private sameColumn(column: number): number {
    const { name } = this.table.columns[column];
    return this.kept?.columns.findIndex((other) => other.name === name) ?? -1;
  }

  private switchSeries(i: number): void {
    const show = this.legend.shown[i];
    this.plot?.setSeries(i + 1, { show });
    if (this.plot && this.kept) {
      const label = this.spec.series[i].name;
      const twin = this.plot.series.findIndex((s) => s.label === `${label} (kept)`);
      if (twin > 0) this.plot.setSeries(twin, { show });
    }
    this.legend.update(this.table.locate(this.cursor.time, { row: 0, fraction: 0 }));
  }

  private resize(): void {
    if (!this.plot) return this.isVisible ? this.show() : undefined;
    this.plot.setSize({ width: this.host.clientWidth, height: this.plot.height });
  }

  private placeMarks(): void {
    if (!this.plot) return;
    for (const { t, node } of this.marks) {
      node.style.transform = `translateX(${this.plot.valToPos(t, "x").toFixed(1)}px)`;
    }
    const x = this.plot.valToPos(this.cursor.time, "x");
    this.cursorLine.style.transform = `translateX(${x.toFixed(1)}px)`;
  }

  // pressing and dragging takes the cursor along, from sample to sample
  private makeScrubbing(over: HTMLElement): void {
    const seek = (event: PointerEvent): void => {
      const t = this.plot!.posToVal(event.clientX - over.getBoundingClientRect().left, "x");
      const place = this.table.locate(t, { row: 0, fraction: 0 });
      const row = place.fraction > 0.5 ? place.row + 1 : place.row;
      this.cursor.pause();
      this.cursor.seek(this.table.value(0, row));
    };
    over.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      over.setPointerCapture(event.pointerId);
      seek(event);
    });
    over.addEventListener("pointermove", (event) => {
      if (over.hasPointerCapture(event.pointerId)) seek(event);
    });
  }
}
