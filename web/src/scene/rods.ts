import * as THREE from "three";
import type { Shape } from "../data";
import type { Place, Table } from "../table";
import { blue, green, vermilion } from "../colours";
import { order, type Materials } from "./materials";
import { Segments } from "./segments";
import { readPoint } from "./solids";

const from = new THREE.Vector3();
const to = new THREE.Vector3();
const axisColours = [vermilion, green, blue];

/** All `line` shapes of a scene: one rod per piece, and a ball that rounds each bend. */
export class Lines {
  readonly group = new THREE.Group();
  private readonly rods: Segments;
  private readonly joints: THREE.InstancedMesh;
  private readonly matrix = new THREE.Matrix4();

  constructor(
    private readonly table: Table,
    readonly shapes: Shape[],
    materials: Materials,
    private readonly radius: () => number,
  ) {
    const pieces = shapes.reduce((sum, shape) => sum + shape.points.length - 1, 0);
    const ends = shapes.reduce((sum, shape) => sum + shape.points.length, 0);
    const material = materials.surface("rod");
    this.rods = new Segments(Segments.cylinder(), material, pieces);
    this.joints = new THREE.InstancedMesh(new THREE.SphereGeometry(1, 16, 12), material, ends);
    this.joints.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.joints.frustumCulled = false;
    this.rods.mesh.renderOrder = this.joints.renderOrder = order.line;
    this.group.add(this.rods.mesh, this.joints);
  }

  update(place: Place): void {
    const radius = this.radius();
    let rod = 0;
    let joint = 0;
    for (let s = 0; s < this.shapes.length; ++s) {
      const points = this.shapes[s].points;
      for (let i = 0; i < points.length; ++i) {
        readPoint(this.table, points[i], place, to);
        this.matrix.makeScale(radius, radius, radius).setPosition(to);
        this.joints.setMatrixAt(joint++, this.matrix);
        if (i > 0) this.rods.place(rod++, from.x, from.y, from.z, to.x, to.y, to.z, radius);
        from.copy(to);
      }
    }
    this.rods.moved();
    this.joints.instanceMatrix.needsUpdate = true;
  }

  /** The corners of each line, read back from what is drawn. */
  corners(): number[][][] {
    let joint = 0;
    return this.shapes.map((shape) =>
      shape.points.map(() => {
        const m = this.joints.instanceMatrix.array;
        const k = 16 * joint++ + 12;
        return [m[k], m[k + 1], m[k + 2]];
      }),
    );
  }
}

/** All `frame` shapes: two or three axes each, red, green, blue in the order of the letters. */
export class FrameAxes {
  readonly group = new THREE.Group();
  private readonly rods: Segments;
  private readonly heads: Segments;

  constructor(
    private readonly table: Table,
    readonly shapes: Shape[],
    materials: Materials,
    private readonly size: () => number,
  ) {
    const count = shapes.reduce((sum, shape) => sum + (shape.axes?.length ?? 0), 0);
    this.rods = new Segments(Segments.cylinder(), materials.coloured(), count);
    this.heads = new Segments(Segments.cone(), materials.coloured(), count);
    let k = 0;
    for (const shape of shapes) {
      for (let i = 0; i < (shape.axes?.length ?? 0); ++i, ++k) {
        const colour = new THREE.Color(axisColours[i]);
        this.rods.colour(k, colour);
        this.heads.colour(k, colour);
      }
    }
    this.rods.mesh.renderOrder = this.heads.mesh.renderOrder = order.frame;
    this.group.add(this.rods.mesh, this.heads.mesh);
  }

  update(place: Place): void {
    const size = this.size();
    let k = 0;
    for (let s = 0; s < this.shapes.length; ++s) {
      const axes = this.shapes[s].axes;
      if (!axes) continue;
      readPoint(this.table, this.shapes[s].points[0], place, from);
      for (let i = 0; i < axes.length; ++i, ++k) {
        readPoint(this.table, axes[i], place, to);
        to.multiplyScalar(size);
        const x = from.x + 0.8 * to.x;
        const y = from.y + 0.8 * to.y;
        const z = from.z + 0.8 * to.z;
        this.rods.place(k, from.x, from.y, from.z, x, y, z, 0.04 * size);
        this.heads.place(k, x, y, z, from.x + to.x, from.y + to.y, from.z + to.z, 0.1 * size);
      }
    }
    this.rods.moved();
    this.heads.moved();
  }

  /** Origins and tips of the axes, read back from what is drawn. */
  shown(): { what: string; name: string; points: number[][] }[] {
    let k = 0;
    return this.shapes.map(({ what, name, axes = [] }) => {
      const tips = axes.map((_, i) => this.heads.end(k + i));
      const points = [this.rods.begin(k), ...tips];
      k += axes.length;
      return { what, name, points };
    });
  }
}
