import type { ContactStory } from "./data";
import { element } from "./dom";
import { brightest, strongestImpulse } from "./flash";
import { format } from "./numbers";
import type { TimeCursor } from "./time_cursor";

/** The phase of a contact at a time; that which begins there rather than that which ends. */
export function phaseAt(contact: ContactStory, t: number): string {
  const spans = contact.phases.filter(({ from }) => from <= t);
  return (spans[spans.length - 1] ?? contact.phases[0])?.phase ?? "";
}

/**
 * A bar for each contact: what it does when, its impacts as strokes, and the cursor over all of
 * them. A click goes there.
 */
export class PhaseBars {
  readonly node = element("div", { class: "phases" });
  private rows: { contact: ContactStory; now: HTMLElement; bar: HTMLElement }[] = [];
  private strongest = 0; // impulse

  constructor(private readonly cursor: TimeCursor) {}

  show(contacts: ContactStory[]): void {
    this.strongest = strongestImpulse(contacts);
    this.rows = contacts.map((contact) => this.row(contact));
    this.node.replaceChildren();
    if (contacts.length === 0) return;
    const met = new Set(contacts.flatMap(({ phases }) => phases.map(({ phase }) => phase)));
    const legend = [...met].map((phase) =>
      element("span", {}, element("i", { class: `phase ${phase}` }), phase),
    );
    this.node.append(
      element("p", { class: "legend" }, ...legend),
      ...this.rows.map(({ contact, now, bar }) =>
        element("div", { class: "row" }, element("span", { class: "name" }, contact.name), bar, now),
      ),
    );
    this.update();
  }

  update(): void {
    const { time } = this.cursor;
    const span = this.cursor.end - this.cursor.begin;
    for (const { contact, now, bar } of this.rows) {
      bar.style.setProperty("--now", `${100 * this.part(time)}%`);
      const flash = brightest(contact, time, span, this.strongest)?.strength ?? 0;
      bar.style.setProperty("--flash", flash.toFixed(3));
      const phase = phaseAt(contact, time);
      if (now.textContent !== phase) now.textContent = phase;
    }
  }

  private part(t: number): number {
    const span = this.cursor.end - this.cursor.begin;
    return span > 0 ? Math.min(Math.max((t - this.cursor.begin) / span, 0), 1) : 0;
  }

  private row(contact: ContactStory): { contact: ContactStory; now: HTMLElement; bar: HTMLElement } {
    const words = contact.phases.map(
      ({ from, until, phase }) => `${phase} from ${format(from)} to ${format(until)}`,
    );
    const bar = element("div", {
      class: "bar",
      role: "img",
      "aria-label": `${contact.name}: ${words.join(", ")}; ${contact.impacts.length} impacts`,
    });
    for (const { from, until, phase } of contact.phases) {
      const begin = this.part(from);
      const piece = element("i", { class: `phase ${phase}` });
      piece.style.left = `${100 * begin}%`;
      piece.style.width = `${100 * (this.part(until) - begin)}%`;
      bar.append(piece);
    }
    for (const { t, impulse } of contact.impacts) {
      const stroke = element("i", { class: "impact" });
      stroke.style.left = `${100 * this.part(t)}%`;
      stroke.style.height = `${Math.max(20, 100 * Math.sqrt(Math.abs(impulse) / this.strongest))}%`;
      bar.append(stroke);
    }
    bar.append(element("i", { class: "cursor" }));
    bar.addEventListener("click", (event) => {
      const box = bar.getBoundingClientRect();
      this.cursor.pause();
      this.cursor.seek(
        this.cursor.begin +
          ((event.clientX - box.left) / box.width) * (this.cursor.end - this.cursor.begin),
      );
    });
    return { contact, now: element("span", { class: "now" }), bar };
  }
}
