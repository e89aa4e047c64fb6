import { element } from "./dom";
import type { End } from "./data";
import { format } from "./numbers";
import type { TimeCursor } from "./time_cursor";

/**
 * What happened and when; a click goes there, and what has happened by the cursor's time is strong.
 */
export class EventsList {
  readonly node = element("div", { class: "events" });
  private items: { t: number; button: HTMLElement }[] = [];

  constructor(private readonly cursor: TimeCursor) {}

  show(events: End["events"]): void {
    this.items = events.map(({ t, what }) => {
      const time = element("span", { class: "value" }, `t = ${format(t)}`);
      const button = element("button", { type: "button" }, time, ` ${what}`);
      button.addEventListener("click", () => {
        this.cursor.pause();
        this.cursor.seek(t);
      });
      return { t, button };
    });
    this.node.replaceChildren();
    if (events.length === 0) return;
    const list = element("ol", {}, ...this.items.map(({ button }) => element("li", {}, button)));
    this.node.append(element("h3", {}, "Events"), list);
  }

  update(): void {
    for (const { t, button } of this.items) button.classList.toggle("past", t <= this.cursor.time);
  }
}
