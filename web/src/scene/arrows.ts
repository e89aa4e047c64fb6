import * as THREE from "three";
import type { Arrow } from "../data";
import type { Place, Table } from "../table";
import { opposites, pullApart } from "./arrow_pairs";
import { order, type Materials } from "./materials";
import { Segments } from "./segments";
import { readPoint } from "./solids";

/** Which parts of the force of constraint the arrows show: both beside each other, or one. */
export type ForcePart = "apart" | "sum" | "ideal" | "nonideal";

export interface ShownArrow {
  constraint: string;
  tail: number[];
  tip: number[];
  visible: boolean;
  /** Dashed: the non-ideal part of a force. */
  dashed: boolean;
}

const dashesOfArrow = 14;
const at = new THREE.Vector3();
const opposite = new THREE.Vector3();
const ideal = new THREE.Vector3();
const nonideal = new THREE.Vector3();

/** Shafts with heads and a rim in the colour of the paper, which parts them from what they cross. */
class ArrowSet {
  readonly group = new THREE.Group();
  private readonly shafts: Segments;
  private readonly heads: Segments;
  private readonly shaftRims: Segments;
  private readonly headRims: Segments;
  private readonly parts: Segments[];

  constructor(
    count: number,
    private readonly piecesOfShaft: number,
    materials: Materials,
  ) {
    const pieces = count * piecesOfShaft;
    this.shafts = new Segments(Segments.cylinder(), materials.coloured(), pieces);
    this.heads = new Segments(Segments.cone(), materials.coloured(), count);
    this.shaftRims = new Segments(Segments.cylinder(), materials.rim(), pieces);
    this.headRims = new Segments(Segments.cone(), materials.rim(), count);
    this.shafts.mesh.renderOrder = this.heads.mesh.renderOrder = order.arrow;
    this.shaftRims.mesh.renderOrder = this.headRims.mesh.renderOrder = order.rim;
    this.parts = [this.shaftRims, this.headRims, this.shafts, this.heads];
    for (const part of this.parts) this.group.add(part.mesh);
  }

  colour(i: number, colour: THREE.Color): void {
    for (let k = 0; k < this.piecesOfShaft; ++k) {
      this.shafts.colour(i * this.piecesOfShaft + k, colour);
    }
    this.heads.colour(i, colour);
  }

  /** An arrow along a vector; `period` is the length of a dash with its gap. */
  place(i: number, from: THREE.Vector3, along: THREE.Vector3, head: number, period: number): void {
    const length = along.length();
    // the head of a short arrow is small too, or it would be longer than the arrow
    const size = Math.min(head, 0.5 * length);
    const neck = 1 - size / length;
    const radius = 0.12 * size;
    const rim = 0.09 * size;
    const count =
      this.piecesOfShaft === 1
        ? 1
        : Math.min(Math.max(Math.round((neck * length) / period), 1), this.piecesOfShaft);
    const full = count === 1 ? 1 : 0.6;
    for (let k = 0; k < this.piecesOfShaft; ++k) {
      const piece = i * this.piecesOfShaft + k;
      if (k >= count) {
        this.shafts.hide(piece);
        this.shaftRims.hide(piece);
        continue;
      }
      const a = (neck * k) / count;
      const b = (neck * (k + full)) / count;
      put(this.shafts, piece, from, along, a, b, radius);
      put(this.shaftRims, piece, from, along, a, b, radius + rim);
    }
    put(this.heads, i, from, along, neck, 1, 0.36 * size);
    put(this.headRims, i, from, along, neck - rim / length, 1 + (2 * rim) / length, 0.36 * size + rim);
  }

  hide(i: number): void {
    for (let k = 0; k < this.piecesOfShaft; ++k) {
      this.shafts.hide(i * this.piecesOfShaft + k);
      this.shaftRims.hide(i * this.piecesOfShaft + k);
    }
    this.heads.hide(i);
    this.headRims.hide(i);
  }

  moved(): void {
    for (let k = 0; k < this.parts.length; ++k) this.parts[k].moved();
  }

  tail(i: number): number[] {
    return this.shafts.begin(i * this.piecesOfShaft);
  }
  tip(i: number): number[] {
    return this.heads.end(i);
  }
  isVisible(i: number): boolean {
    return this.heads.isVisible(i);
  }
}

function put(
  segments: Segments,
  i: number,
  from: THREE.Vector3,
  along: THREE.Vector3,
  a: number,
  b: number,
  radius: number,
): void {
  const x = from.x + a * along.x;
  const y = from.y + a * along.y;
  const z = from.z + a * along.z;
  const length = b - a;
  segments.place(
    i,
    x,
    y,
    z,
    x + length * along.x,
    y + length * along.y,
    z + length * along.z,
    radius,
  );
}

/**
 * The forces of constraint as arrows from where they act, all at one scale: the ideal part solid,
 * the non-ideal part dashed.
 */
export class Arrows {
  readonly group = new THREE.Group();
  /** Length in the scene of a force of one. */
  scale = 1;
  /** Size of the picture: shafts and heads keep their proportion to it. */
  size = 1;
  part: ForcePart = "apart";
  /** Whether arrows between two points are drawn shorter than the scale says, lest they cross. */
  isCut = false;
  private readonly hidden = new Set<string>();
  private readonly solid: ArrowSet;
  private readonly dashed: ArrowSet;
  private readonly dashedOf: (number | null)[]; // by arrow; none where there is no non-ideal part
  private readonly opposites: (number | null)[];

  constructor(
    private readonly table: Table,
    private readonly arrows: Arrow[],
    materials: Materials,
    colourOf: (constraint: string) => string,
  ) {
    let count = 0;
    this.dashedOf = arrows.map((arrow) => {
      const isZero = arrow.nonideal.every((column) => table.columns[column].constant === 0);
      return isZero ? null : count++;
    });
    this.opposites = opposites(arrows);
    this.solid = new ArrowSet(arrows.length, 1, materials);
    this.dashed = new ArrowSet(count, dashesOfArrow, materials);
    const colour = new THREE.Color();
    arrows.forEach((arrow, i) => {
      colour.set(colourOf(arrow.constraint));
      this.solid.colour(i, colour);
      const dashed = this.dashedOf[i];
      if (dashed !== null) this.dashed.colour(dashed, colour);
    });
    this.group.add(this.solid.group, this.dashed.group);
  }

  show(constraint: string, shown: boolean): void {
    if (shown) this.hidden.delete(constraint);
    else this.hidden.add(constraint);
  }

  /** Those whose constraints are switched on. */
  shownArrows(): Arrow[] {
    return this.arrows.filter(({ constraint }) => !this.hidden.has(constraint));
  }

  update(place: Place): void {
    this.isCut = false;
    for (let i = 0; i < this.arrows.length; ++i) {
      const arrow = this.arrows[i];
      const dashed = this.dashedOf[i];
      const isOff = this.hidden.has(arrow.constraint);
      readPoint(this.table, arrow.at, place, at);
      readPoint(this.table, arrow.ideal, place, ideal);
      readPoint(this.table, arrow.nonideal, place, nonideal);
      if (this.part === "sum") ideal.add(nonideal);
      if (isOff || this.part === "nonideal") ideal.set(0, 0, 0);
      if (isOff || this.part === "sum" || this.part === "ideal") nonideal.set(0, 0, 0);
      ideal.multiplyScalar(this.scale);
      nonideal.multiplyScalar(this.scale);
      this.shorten(i, place);
      this.put(this.solid, i, ideal);
      if (dashed !== null) this.put(this.dashed, dashed, nonideal);
    }
    this.solid.moved();
    this.dashed.moved();
  }

  /** The arrows as they are drawn now: the solid ones, then the dashed ones. */
  shown(): ShownArrow[] {
    const of = (set: ArrowSet, i: number, constraint: string, dashed: boolean): ShownArrow => {
      return { constraint, tail: set.tail(i), tip: set.tip(i), visible: set.isVisible(i), dashed };
    };
    const solid = this.arrows.map(({ constraint }, i) => of(this.solid, i, constraint, false));
    const dashed = this.arrows.flatMap(({ constraint }, i) => {
      const k = this.dashedOf[i];
      return k === null ? [] : [of(this.dashed, k, constraint, true)];
    });
    return [...solid, ...dashed];
  }

  // two arrows that point at each other must not pass: they would look like a push
  private shorten(i: number, place: Place): void {
    const other = this.opposites[i];
    if (other === null) return;
    readPoint(this.table, this.arrows[other].at, place, opposite);
    const longest = pullApart(at, opposite, ideal);
    if (longest === null || ideal.length() <= longest) return;
    ideal.setLength(longest);
    this.isCut = true;
  }

  private put(set: ArrowSet, i: number, along: THREE.Vector3): void {
    // many arrows are drawn slender, or they would hide each other
    const crowd = Math.min(1, 4 / Math.sqrt(this.arrows.length));
    if (along.length() > 1e-4 * this.size && Number.isFinite(at.x + at.y + at.z)) {
      set.place(i, at, along, 0.036 * crowd * this.size, 0.022 * crowd * this.size);
    } else {
      set.hide(i);
    }
  }
}
