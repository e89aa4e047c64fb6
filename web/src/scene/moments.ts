import * as THREE from "three";
import type { Arrow } from "../data";
import { niceBelow } from "../numbers";
import type { Place, Table } from "../table";
import { order, type Materials } from "./materials";
import { Segments } from "./segments";
import { readPoint } from "./solids";

export interface ShownMoment {
  joint: string;
  tail: number[];
  tip: number[];
  visible: boolean;
}

const piecesOfTurn = 24;
const longestTurn = 4.7; // radians of the largest moment in the plane
const at = new THREE.Vector3();
const moment = new THREE.Vector3();

/**
 * The moments of joints: in space arrows with two heads along their axes, in the plane arrows around the joint's point, as far
 * around as they are large.
 */
export class Moments {
  readonly group = new THREE.Group();
  /** Length in the scene of a moment of one; in the plane radians. */
  scale = 0;
  size = 1;
  private readonly hidden = new Set<string>();
  private readonly shafts: Segments;
  private readonly heads: Segments;
  private readonly pieces: number;
  private readonly headCount: number;

  constructor(
    private readonly table: Table,
    private readonly arrows: Arrow[],
    private readonly dimension: 2 | 3,
    materials: Materials,
    colourOf: (joint: string) => string,
  ) {
    this.pieces = dimension === 3 ? 1 : piecesOfTurn;
    this.headCount = dimension === 3 ? 2 : 1;
    const material = materials.coloured();
    this.shafts = new Segments(Segments.cylinder(), material, this.pieces * arrows.length);
    this.heads = new Segments(Segments.cone(), material, this.headCount * arrows.length);
    const colour = new THREE.Color();
    arrows.forEach((arrow, i) => {
      colour.set(colourOf(arrow.constraint));
      for (let k = 0; k < this.pieces; ++k) this.shafts.colour(i * this.pieces + k, colour);
      for (let k = 0; k < this.headCount; ++k) this.heads.colour(i * this.headCount + k, colour);
    });
    this.shafts.mesh.renderOrder = this.heads.mesh.renderOrder = order.arrow;
    this.group.add(this.shafts.mesh, this.heads.mesh);
  }

  show(joint: string, shown: boolean): void {
    if (shown) this.hidden.delete(joint);
    else this.hidden.add(joint);
  }

  /** The scale at which a large but not a rare moment takes some fifth of the picture; what rounding leaves of none is none. */
  automaticScale(size: number): number {
    const lengths: number[] = [];
    let force = 0;
    const place: Place = { row: 0, fraction: 0 };
    const rows = Math.min(this.table.length, 200);
    for (let i = 0; i < rows; ++i) {
      place.row = Math.floor((i * (this.table.length - 1)) / Math.max(rows - 1, 1));
      for (const arrow of this.arrows) {
        this.read(arrow, place);
        if (Number.isFinite(moment.length())) lengths.push(moment.length());
        readPoint(this.table, arrow.ideal, place, moment);
        if (Number.isFinite(moment.length())) force = Math.max(force, moment.length());
      }
    }
    lengths.sort((a, b) => a - b);
    const largest = lengths[lengths.length - 1] ?? 0;
    if (!(largest > 1e-6 * force * size)) return 0;
    if (this.dimension === 2) return longestTurn / largest;
    const large = lengths[Math.floor(0.9 * (lengths.length - 1))] || largest;
    return 1 / niceBelow((2 * large) / (0.25 * size));
  }

  update(place: Place): void {
    for (let i = 0; i < this.arrows.length; ++i) {
      const arrow = this.arrows[i];
      readPoint(this.table, arrow.at, place, at);
      this.read(arrow, place);
      moment.multiplyScalar(this.scale);
      const isShown =
        !this.hidden.has(arrow.constraint) && Number.isFinite(at.x + at.y + at.z + moment.length());
      if (this.dimension === 3) this.putAlong(i, isShown);
      else this.putAround(i, isShown);
    }
    this.shafts.moved();
    this.heads.moved();
  }

  shown(): ShownMoment[] {
    return this.arrows.map(({ constraint }, i) => {
      const head = i * this.headCount;
      return {
        joint: constraint,
        tail: this.shafts.begin(i * this.pieces),
        tip: this.heads.end(head),
        visible: this.heads.isVisible(head),
      };
    });
  }

  private read(arrow: Arrow, place: Place): void {
    if (this.dimension === 3) readPoint(this.table, arrow.moment!, place, moment);
    else moment.set(0, 0, this.table.at(arrow.moment![0], place));
  }

  private putAlong(i: number, isShown: boolean): void {
    const length = moment.length();
    if (!isShown || !(length > 1e-3 * this.size)) return this.hide(i);
    const head = Math.min(0.036 * this.size, 0.3 * length);
    const radius = 0.12 * head;
    const segment = (of: Segments, k: number, a: number, b: number, r: number): void => {
      const [f, g] = [a / length, b / length];
      of.place(
        k,
        at.x + f * moment.x,
        at.y + f * moment.y,
        at.z + f * moment.z,
        at.x + g * moment.x,
        at.y + g * moment.y,
        at.z + g * moment.z,
        r,
      );
    };
    segment(this.shafts, i, 0, length - head, radius);
    segment(this.heads, 2 * i, length - head, length, 0.36 * head);
    segment(this.heads, 2 * i + 1, length - 1.8 * head, length - 0.8 * head, 0.36 * head);
  }

  private putAround(i: number, isShown: boolean): void {
    const turn = moment.z;
    if (!isShown || !(Math.abs(turn) > 0.05)) return this.hide(i);
    const radius = 0.05 * this.size;
    const first = -0.5;
    const head = Math.min(0.45, 0.5 * Math.abs(turn));
    const neck = turn - Math.sign(turn) * head;
    const x = (angle: number): number => at.x + radius * Math.cos(first + angle);
    const y = (angle: number): number => at.y + radius * Math.sin(first + angle);
    for (let k = 0; k < piecesOfTurn; ++k) {
      const [a, b] = [(neck * k) / piecesOfTurn, (neck * (k + 1)) / piecesOfTurn];
      this.shafts.place(i * piecesOfTurn + k, x(a), y(a), 0, x(b), y(b), 0, 0.003 * this.size);
    }
    this.heads.place(i, x(neck), y(neck), 0, x(turn), y(turn), 0, 0.009 * this.size);
  }

  private hide(i: number): void {
    for (let k = 0; k < this.pieces; ++k) this.shafts.hide(i * this.pieces + k);
    for (let k = 0; k < this.headCount; ++k) this.heads.hide(i * this.headCount + k);
  }
}
