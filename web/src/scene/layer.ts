import * as THREE from "three";
import { colourOf, themeColour } from "../colours";
import type { MotionHeader, Shape } from "../data";
import type { Place, Table } from "../table";
import { Materials } from "./materials";
import { Bars } from "./bars";
import { grounded } from "./grounded";
import { FrameAxes, Lines } from "./rods";
import { ball, box, disk, ellipsoid, type Solid } from "./solids";
import { Track } from "./track";

export interface ShownShape {
  what: string;
  name: string;
  points: number[][];
  /** Where the spoke of a disk points. */
  spoke?: number[];
}

/** The bodies of one motion; a second layer shows the run kept to compare, faintly. */
export class Layer {
  readonly group = new THREE.Group();
  readonly materials: Materials;
  /** Size of the picture, from which lines and points without a radius take theirs. */
  size = 1;
  private readonly solids: Solid[] = [];
  private readonly tracks: Track[] = [];
  private readonly bars: Bars[];
  private readonly lines: Lines;
  private readonly frames: FrameAxes;
  private readonly place: Place = { row: 0, fraction: 0 };

  constructor(
    readonly motion: MotionHeader,
    readonly table: Table,
    readonly opacity = 1,
  ) {
    const { dimension, shapes } = motion.scene;
    // many bodies are drawn smaller, or they would hide each other
    const crowd = Math.min(1, 4 / Math.sqrt(Math.max(shapes.length, 1)));
    this.materials = new Materials(dimension, opacity);
    const of = (what: string): Shape[] => shapes.filter((shape) => shape.what === what);

    for (const shape of shapes) {
      if (shape.what === "point" || shape.what === "sphere" || shape.what === "ball") {
        this.solids.push(
          ball(table, shape, this.materials, dimension, () => 0.012 * crowd * this.size),
        );
      }
      if (shape.what === "disk") this.solids.push(disk(table, shape, this.materials, dimension));
      if (shape.what === "box") this.solids.push(box(table, shape, this.materials, dimension));
      if (shape.what === "ellipsoid") this.solids.push(ellipsoid(table, shape, this.materials));
      if (shape.what === "ground") {
        this.solids.push(grounded(table, shape, this.materials, dimension));
      }
    }
    const paths = of("path");
    paths.forEach((shape, i) => {
      // a single track is calm; several must be told apart
      const colour = (): string => (paths.length === 1 ? themeColour("track") : colourOf(i + 3));
      this.tracks.push(new Track(table, shape, colour, dimension, opacity));
    });
    this.lines = new Lines(table, of("line"), this.materials, () => 0.0035 * crowd * this.size);
    this.bars = [false, true].map((isOfJoints) => {
      const own = of("bar").filter(({ body }) => (body === undefined) === isOfJoints);
      return new Bars(table, own, this.materials, dimension, isOfJoints);
    });
    this.frames = new FrameAxes(table, of("frame"), this.materials, () => 0.12 * this.size);
    for (const solid of this.solids) this.group.add(solid.object);
    for (const track of this.tracks) this.group.add(track.group);
    for (const bars of this.bars) this.group.add(bars.group);
    this.group.add(this.lines.group, this.frames.group);
  }

  /** Takes in new rows. */
  extend(): void {
    for (const track of this.tracks) track.extend();
  }

  update(t: number): Place {
    this.table.locate(t, this.place);
    for (let i = 0; i < this.solids.length; ++i) this.solids[i].update(this.place);
    for (let i = 0; i < this.tracks.length; ++i) this.tracks[i].update(this.place);
    for (let i = 0; i < this.bars.length; ++i) this.bars[i].update(this.place);
    this.lines.update(this.place);
    this.frames.update(this.place);
    return this.place;
  }

  retheme(): void {
    this.materials.retheme();
    for (const track of this.tracks) track.retheme();
  }

  /** Frees what the graphics card holds. */
  dispose(): void {
    this.group.traverse((object) => {
      if (!(object instanceof THREE.Mesh || object instanceof THREE.Line)) return;
      object.geometry.dispose();
      (object.material as THREE.Material).dispose();
    });
  }

  /** How many pieces of each track are drawn strongly, and how many there are. */
  shownTracks(): { name: string; strong: number; whole: number }[] {
    return this.tracks.map((track) => ({ name: track.shape.name, ...track.shown() }));
  }

  /** Where the bodies are drawn now. */
  shown(): ShownShape[] {
    const solids = this.solids.map(({ shape, object }) => {
      const shown = { what: shape.what, name: shape.name, points: [object.position.toArray()] };
      if (!shape.spoke) return shown;
      const spoke = new THREE.Vector3(1, 0, 0).applyQuaternion(object.quaternion);
      return { ...shown, spoke: spoke.toArray() };
    });
    const corners = this.lines.corners();
    const lines = this.lines.shapes.map((shape, i) => {
      return { what: shape.what, name: shape.name, points: corners[i] };
    });
    const bars = this.bars.flatMap((set) => set.shown());
    return [...solids, ...bars, ...lines, ...this.frames.shown()];
  }
}
