import * as THREE from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { themeColour } from "../colours";
import type { Shape } from "../data";
import type { Place, Table } from "../table";
import { order } from "./materials";

/** A `path`: the track of a point, strong up to the cursor, faint for what is still to come. */
export class Track {
  readonly group = new THREE.Group();
  private readonly strong: LineSegments2;
  private readonly faint: LineSegments2;
  private buffer: THREE.InstancedInterleavedBuffer | null = null;
  private known = 0; // samples that are in the buffer

  constructor(
    private readonly table: Table,
    readonly shape: Shape,
    private readonly colour: () => string,
    dimension: 2 | 3,
    private readonly opacity: number,
  ) {
    const make = (width: number): LineSegments2 => {
      // in the list of what is seen through, so that the order holds, though nothing is
      const material = new LineMaterial({ linewidth: width, transparent: true });
      material.depthTest = dimension === 3;
      material.depthWrite = false;
      const line = new LineSegments2(new LineSegmentsGeometry(), material);
      line.frustumCulled = false;
      line.renderOrder = order.path;
      this.group.add(line);
      return line;
    };
    this.faint = make(1.25);
    this.strong = make(2.25);
    this.retheme();
  }

  // faint is a mixture with the paper: a track run through many times stays faint, which it would
  // not if one could see through it
  retheme(): void {
    // mixed as the eye sees brightness, the same on light and on dark paper
    const paper = new THREE.Color(themeColour("panel")).convertLinearToSRGB();
    const ink = new THREE.Color(this.colour()).convertLinearToSRGB();
    const mix = (line: LineSegments2, part: number): void => {
      line.material.color.lerpColors(paper, ink, part * this.opacity).convertSRGBToLinear();
    };
    mix(this.faint, 0.4);
    mix(this.strong, 1);
  }

  /** Takes in the samples that came since it was last called. */
  extend(): void {
    const samples = this.table.length;
    if (samples === this.known || samples < 2) return;
    if (!this.buffer || this.buffer.array.length < 6 * (samples - 1)) this.enlarge(samples);
    const positions = this.buffer!.array;
    for (let row = Math.max(this.known, 1); row < samples; ++row) {
      for (let axis = 0; axis < 3; ++axis) {
        const column = this.shape.points[0][axis];
        const k = 6 * (row - 1) + axis;
        // a gap in the data becomes a piece without length
        const before = column === undefined ? 0 : this.table.value(column, row - 1);
        const after = column === undefined ? 0 : this.table.value(column, row);
        const whole = Number.isFinite(before + after);
        positions[k] = whole ? before : 0;
        positions[k + 3] = whole ? after : 0;
      }
    }
    this.buffer!.needsUpdate = true;
    this.known = samples;
    this.faint.geometry.instanceCount = samples - 1;
  }

  update(place: Place): void {
    this.strong.geometry.instanceCount = Math.min(place.row, Math.max(this.known - 1, 0));
    this.strong.visible = place.row > 0;
    this.faint.visible = this.known > 1;
  }

  shown(): { strong: number; whole: number } {
    const strong = this.strong.visible ? this.strong.geometry.instanceCount : 0;
    return { strong, whole: this.faint.visible ? this.faint.geometry.instanceCount : 0 };
  }

  private enlarge(samples: number): void {
    const array = new Float32Array(6 * Math.max(2 * samples, 256));
    this.buffer = new THREE.InstancedInterleavedBuffer(array, 6, 1);
    this.known = 0;
    for (const line of [this.strong, this.faint]) {
      // a geometry keeps its attributes' places on the graphics card: a larger one needs a new
      // geometry
      line.geometry.dispose();
      line.geometry = new LineSegmentsGeometry();
      line.geometry.setAttribute(
        "instanceStart",
        new THREE.InterleavedBufferAttribute(this.buffer, 3, 0),
      );
      line.geometry.setAttribute(
        "instanceEnd",
        new THREE.InterleavedBufferAttribute(this.buffer, 3, 3),
      );
    }
  }
}
