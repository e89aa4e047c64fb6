import { element } from "../dom";
import type { ContactStory, End, MotionHeader } from "../data";
import type { Place, Table } from "../table";
import type { TimeCursor } from "../time_cursor";
import { Panel } from "./panel";
import { plotList } from "./plot_list";

const valuesEvery = 100; // milliseconds between new figures in the legends while playing

/** All plots of a motion under one cursor. */
export class Plots {
  readonly node = element("div", { class: "plots" });
  readonly panels: Panel[];
  private lastValues = 0;

  constructor(
    motion: MotionHeader,
    table: Table,
    private readonly cursor: TimeCursor,
    constraintColour: (name: string) => string,
  ) {
    this.panels = plotList(motion, constraintColour).map((spec) => new Panel(spec, table, cursor));
    for (const panel of this.panels) this.node.append(panel.node);
  }

  update(place: Place): void {
    // nobody reads sixty figures a second
    const now = performance.now();
    const values = !this.cursor.playing || now - this.lastValues > valuesEvery;
    if (values) this.lastValues = now;
    for (let i = 0; i < this.panels.length; ++i) this.panels[i].update(place, values);
  }

  markEvents(events: End["events"]): void {
    this.panels.find((panel) => panel.spec.id === "rank")?.markEvents(events);
  }

  /** Says where contacts have residuals, whose others are not in the table any more. */
  markContacts(contacts: ContactStory[]): void {
    if (contacts.length === 0) return;
    const panel = this.panels.find(({ spec }) => spec.id === "residuals");
    panel?.say("A contact has residuals only while it is closed, friction only while it sticks.");
  }

  refresh(): void {
    for (const panel of this.panels) panel.refresh();
  }

  drawAll(): void {
    for (const panel of this.panels) panel.drawNow();
  }

  retheme(): void {
    for (const panel of this.panels) panel.rebuild();
  }

  /** Switches the series as they were for another run. */
  adopt(other: Plots): void {
    for (const panel of this.panels) {
      const same = other.panels.find(({ spec }) => spec.id === panel.spec.id);
      if (same) panel.adopt(same);
    }
  }

  keep(table: Table | null): void {
    for (const panel of this.panels) panel.keep(table);
  }
}
