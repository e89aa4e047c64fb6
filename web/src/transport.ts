import { element, setText } from "./dom";
import { format, formatTime, niceBelow } from "./numbers";
import type { Table } from "./table";
import type { TimeCursor } from "./time_cursor";

/**
 * Play, pause, scrub, speed and loop; it stays in sight and the keyboard reaches it from
 * everywhere.
 */
export class Transport {
  readonly node: HTMLElement;
  private readonly playButton = element("button", { type: "button", class: "play" });
  private readonly slider = element("input", {
    type: "range",
    class: "scrub",
    step: "any",
    "aria-label": "Time",
  });
  private readonly clock = element("output", { class: "clock" });
  private readonly loop = element("button", { type: "button", class: "plain" }, "loop");
  private readonly speed = element("select", { "aria-label": "Speed" });
  private usual = 0; // the speed in the middle of those that are offered
  private isChosen = false; // by hand

  constructor(
    private readonly cursor: TimeCursor,
    private readonly table: Table,
    private readonly unit: string | undefined,
  ) {
    const { loop } = this;
    loop.addEventListener("click", () => {
      cursor.loop = !cursor.loop;
      this.update();
    });
    this.playButton.addEventListener("click", () => cursor.toggle());
    this.slider.addEventListener("input", () => {
      cursor.pause();
      cursor.seek(Number(this.slider.value));
    });
    this.speed.addEventListener("change", () => {
      cursor.speed = Number(this.speed.value);
      this.isChosen = true;
    });
    this.node = element(
      "div",
      { class: "transport", role: "toolbar", "aria-label": "Time" },
      this.playButton,
      this.slider,
      this.clock,
      element("span", { class: "pace" }, this.speed, loop),
    );
    this.offerSpeeds();
    this.update();
  }

  /**
   * Speeds around the one at which the motion lasts some ten seconds, or around nature's. While a
   * run goes on they grow with it, until somebody has chosen one.
   */
  offerSpeeds(): void {
    const span = this.cursor.end - this.cursor.begin;
    const usual = span >= 2 && span <= 60 ? 1 : niceBelow(Math.max(span, 1e-9) / 8);
    if (this.isChosen || usual === this.usual) return;
    this.cursor.speed = this.usual = usual;
    const factors = [0.1, 0.25, 0.5, 1, 2, 5];
    this.speed.replaceChildren(
      ...factors.map((factor) => {
        const value = Number((factor * usual).toPrecision(3));
        const option = element("option", { value: String(value) }, `${format(value)} ×`);
        option.selected = factor === 1;
        return option;
      }),
    );
  }

  update(): void {
    const { cursor, slider } = this;
    const span = cursor.end - cursor.begin;
    const words = `t = ${formatTime(cursor.time, span)}${this.unit ? " " + this.unit : ""}`;
    if (slider.min !== String(cursor.begin)) slider.min = String(cursor.begin);
    if (slider.max !== String(cursor.end)) slider.max = String(cursor.end);
    slider.value = String(cursor.time);
    slider.style.setProperty(
      "--done",
      span > 0 ? `${(100 * (cursor.time - cursor.begin)) / span}%` : "0%",
    );
    setText(this.clock, words);
    if (!cursor.playing) slider.setAttribute("aria-valuetext", words);
    if (this.loop.ariaPressed !== String(cursor.loop)) this.loop.ariaPressed = String(cursor.loop);
    const action = cursor.playing ? "Pause" : "Play";
    if (this.playButton.getAttribute("aria-label") !== action) {
      this.playButton.setAttribute("aria-label", action);
      this.playButton.classList.toggle("playing", cursor.playing);
    }
  }

  /** Handles a key of the page; true when it meant something. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const target = event.target as HTMLElement;
    if (/^(TEXTAREA|SELECT)$/.test(target.tagName)) return false;
    if (target instanceof HTMLInputElement && target.type !== "range") return false;
    if (target instanceof HTMLInputElement && target !== this.slider) return false;
    const { cursor } = this;
    if (event.key === " ") {
      // on a button the space bar presses it
      if (target.closest("button, summary")) return false;
      cursor.toggle();
    } else if (event.key === "ArrowRight") this.step(event.shiftKey ? 10 : 1);
    else if (event.key === "ArrowLeft") this.step(event.shiftKey ? -10 : -1);
    else if (event.key === "Home") cursor.seek(cursor.begin);
    else if (event.key === "End") cursor.seek(cursor.end);
    else return false;
    return true;
  }

  // from sample to sample
  private step(samples: number): void {
    if (this.table.length === 0) return;
    const { row, fraction } = this.table.locate(this.cursor.time, { row: 0, fraction: 0 });
    const from = samples < 0 && fraction > 1e-9 ? row + 1 : row;
    const to = Math.min(Math.max(from + samples, 0), this.table.length - 1);
    this.cursor.pause();
    this.cursor.seek(this.table.value(0, to));
  }
}
