import * as THREE from "three";
import type { Arrow } from "../data";
import type { Place, Table } from "../table";
import { order, type Materials } from "./materials";
import { Segments } from "./segments";
import { readPoint } from "./solids";

/** Which part of the force of constraint the arrows show. */
export type ForcePart = "sum" | "ideal" | "nonideal";

export interface ShownArrow {
  constraint: string;
  tail: number[];
  tip: number[];
  visible: boolean;
}

const at = new THREE.Vector3();
const force = new THREE.Vector3();
const other = new THREE.Vector3();

/** The forces of constraint as arrows from where they act, all at one scale. */
export class Arrows {
  readonly group = new THREE.Group();
  /** Length in the scene of a force of one. */
  scale = 1;
  /** Size of the picture: shafts and heads keep their proportion to it. */
  size = 1;
  part: ForcePart = "sum";
  private readonly hidden = new Set<string>();
  private readonly shafts: Segments;
  private readonly heads: Segments;

  constructor(
    private readonly table: Table,
    private readonly arrows: Arrow[],
    materials: Materials,
    colourOf: (constraint: string) => string,
  ) {
    this.shafts = new Segments(Segments.cylinder(), materials.coloured(), arrows.length);
    this.heads = new Segments(Segments.cone(), materials.coloured(), arrows.length);
    const colour = new THREE.Color();
    arrows.forEach((arrow, i) => {
      colour.set(colourOf(arrow.constraint));
      this.shafts.colour(i, colour);
      this.heads.colour(i, colour);
    });
    this.shafts.mesh.renderOrder = this.heads.mesh.renderOrder = order.arrow;
    this.group.add(this.shafts.mesh, this.heads.mesh);
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
    // many arrows are drawn slender, or they would hide each other
    const crowd = Math.min(1, 4 / Math.sqrt(this.arrows.length));
    const headLength = 0.036 * crowd * this.size;
    for (let i = 0; i < this.arrows.length; ++i) {
      const arrow = this.arrows[i];
      if (this.hidden.has(arrow.constraint)) {
        this.hide(i);
        continue;
      }
      readPoint(this.table, arrow.at, place, at);
      readPoint(this.table, this.part === "nonideal" ? arrow.nonideal : arrow.ideal, place, force);
      if (this.part === "sum") {
        readPoint(this.table, arrow.nonideal, place, other);
        force.add(other);
      }
      force.multiplyScalar(this.scale);
      const length = force.length();
      if (!(length > 1e-4 * this.size)) {
        this.hide(i);
        continue;
      }
      // the head of a short arrow is small too, or it would be longer than the arrow
      const head = Math.min(headLength, 0.5 * length);
      const neck = 1 - head / length;
      const x = at.x + neck * force.x;
      const y = at.y + neck * force.y;
      const z = at.z + neck * force.z;
      const radius = 0.12 * head;
      this.shafts.place(i, at.x, at.y, at.z, x, y, z, radius);
      const tipX = at.x + force.x;
      const tipY = at.y + force.y;
      this.heads.place(i, x, y, z, tipX, tipY, at.z + force.z, 0.36 * head);
    }
    this.shafts.moved();
    this.heads.moved();
  }

  /** The arrows as they are drawn now. */
  shown(): ShownArrow[] {
    return this.arrows.map((arrow, i) => ({
      constraint: arrow.constraint,
      tail: this.shafts.begin(i),
      tip: this.heads.end(i),
      visible: this.heads.isVisible(i),
    }));
  }

  private hide(i: number): void {
    this.shafts.hide(i);
    this.heads.hide(i);
  }
}
