import { colourOf } from "./colours";
import { leaveOutOpenRows } from "./contact_rows";
import { element, section } from "./dom";
import type { End, MotionHeader } from "./data";
import { equations } from "./equations";
import { EventsList } from "./events_list";
import { FigureView } from "./figure/figure_view";
import { ForcesLegend } from "./forces_legend";
import { Frames } from "./frames";
import { format } from "./numbers";
import { sentence } from "./sentence";
import { startNote } from "./start_note";
import { PhaseBars } from "./phase_bars";
import { Plots } from "./plots/plots";
import { SceneView } from "./scene/scene_view";
import type { Place, Table } from "./table";
import { TimeCursor } from "./time_cursor";
import { Transport } from "./transport";

/** A motion to look at: scene, plots, Fig. 1, equations and events under one cursor. */
export class Viewer {
  readonly cursor: TimeCursor;
  readonly frames: Frames;
  readonly scene: SceneView;
  readonly plots: Plots;
  readonly transport: Transport;
  readonly figure: FigureView | null;
  private readonly forces: ForcesLegend;
  private readonly events: EventsList;
  private readonly phases: PhaseBars;
  private readonly place: Place = { row: 0, fraction: 0 };
  private typesetAll: () => void = () => {};
  private readonly start = element("p", { class: "note" });
  private readonly caption = element("p", { class: "note" });

  constructor(
    readonly motion: MotionHeader,
    readonly table: Table,
  ) {
    const last = Math.max(table.length - 1, 0);
    this.cursor =
      table.length > 0 ? new TimeCursor(table.value(0, 0), table.value(0, last)) : new TimeCursor();
    this.frames = new Frames((seconds) => {
      this.cursor.advance(seconds);
      return this.cursor.playing;
    });
    const request = (): void => this.frames.request();
    // joints that carry a body are no constraints, and have forces too
    const joints = motion.scene.arrows.map(({ constraint }) => constraint);
    const names = new Set([...motion.constraints.map(({ name }) => name), ...joints]);
    const index = new Map([...names].map((name, i) => [name, i]));
    const constraintColour = (name: string): string => colourOf(index.get(name) ?? 0);

    this.scene = new SceneView(motion, table, constraintColour, request);
    this.forces = new ForcesLegend(motion, this.scene, constraintColour);
    this.plots = new Plots(motion, table, this.cursor, constraintColour);
    this.figure = motion.figure && new FigureView(table, motion.figure, request);
    this.events = new EventsList(this.cursor);
    this.phases = new PhaseBars(this.cursor);
    this.transport = new Transport(this.cursor, table, motion.columns[0].unit);
    this.cursor.onChange(request);
    this.frames.onFrame(() => this.draw());
    this.caption.textContent = this.captionText();
    request();
  }

  /** The moving picture with the switches of its forces beside it. */
  sceneSection(): HTMLElement {
    const fit = element("button", { type: "button", class: "plain fit" }, "fit");
    fit.addEventListener("click", () => this.scene.fit());
    this.scene.node.append(fit);
    return element(
      "section",
      { id: "scene", class: "stage", "aria-label": "Moving picture" },
      element("div", { class: "picture" }, this.scene.node, this.phases.node, this.caption),
      element("aside", {}, this.forces.node, this.start, this.events.node),
    );
  }

  plotsSection(): HTMLElement {
    return section("plots", "Plots", this.plots.node);
  }

  figureSection(): HTMLElement {
    const words = element(
      "p",
      { class: "note" },
      "Without constraints that apply there is no Fig. 1.",
    );
    return section("figure", "Fig. 1 at the cursor", this.figure?.node ?? words);
  }

  equationsSection(): HTMLElement {
    const { node, typesetAll } = equations(this.motion.latex);
    this.typesetAll = typesetAll;
    return section("equations", "Equations of motion", node);
  }

  /** Takes in rows that arrived in the table. */
  extend(): void {
    if (this.table.length === 0) return;
    this.cursor.setRange(this.table.value(0, 0), this.table.value(0, this.table.length - 1));
    this.transport.offerSpeeds();
    this.scene.extend();
    this.figure?.refresh();
    this.plots.refresh();
    this.caption.textContent = this.captionText();
    this.forces.refresh();
  }

  /** The run is over: no more rows will come. */
  finish(end: End): void {
    this.forces.markShared(this.table, end.shared_joints ?? []);
    this.start.textContent = startNote(end);
    this.events.show(end.events);
    const contacts = end.contacts ?? [];
    this.phases.show(contacts);
    this.scene.showImpacts(contacts);
    // the scene leaves room for them above the bar of playing
    this.scene.node.style.setProperty("--bars", String(contacts.length));
    leaveOutOpenRows(this.motion, this.table, contacts);
    this.plots.markContacts(contacts);
    this.plots.markEvents(end.events);
    if (this.table.length > 0) this.scene.choose();
    this.caption.textContent = this.captionText();
    this.forces.refresh();
    this.frames.request();
  }

  /** Draws also what nobody has scrolled to yet. */
  drawAll(): void {
    this.draw();
    this.plots.drawAll();
    this.figure?.drawNow(this.place, this.cursor.time);
    this.typesetAll();
  }

  retheme(): void {
    this.scene.retheme();
    this.plots.retheme();
    this.frames.request();
  }

  /** Looks at this run as somebody looked at the one before it. */
  adopt(other: Viewer): void {
    this.forces.adopt(other.forces);
    this.plots.adopt(other.plots);
    this.scene.adoptView(other.scene);
    this.cursor.loop = other.cursor.loop;
  }

  /** Shows another run behind this one; null takes it away. */
  keep(other: { motion: MotionHeader; table: Table } | null): void {
    this.scene.keep(other?.motion ?? null, other?.table ?? null);
    this.plots.keep(other?.table ?? null);
    this.forces.refresh();
  }

  dispose(): void {
    this.cursor.pause();
    this.scene.dispose();
  }

  private draw(): void {
    this.table.locate(this.cursor.time, this.place);
    this.scene.update(this.cursor.time);
    this.forces.update();
    this.plots.update(this.place);
    this.figure?.update(this.place, this.cursor.time);
    this.events.update();
    this.phases.update();
    this.transport.update();
  }

  private captionText(): string {
    const { scene } = this.motion;
    const grid = `One square of the grid is ${format(this.scene.gridStep)}.`;
    const origin = scene.is_default && scene.shapes.length > 0
      ? " The model has no draw block: this is a default picture."
      : "";
    return [grid + origin, ...scene.notes.map(sentence)].join(" ");
  }
}
