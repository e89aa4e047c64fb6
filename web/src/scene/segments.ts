import * as THREE from "three";

/**
 * Many rods, or many cones, in one draw call: each stands between two points with a radius.
 * Matrices are written in place, so that a frame allocates nothing.
 */
export class Segments {
  readonly mesh: THREE.InstancedMesh;

  constructor(geometry: THREE.BufferGeometry, material: THREE.Material, count: number) {
    this.mesh = new THREE.InstancedMesh(geometry, material, count);
    this.mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.mesh.frustumCulled = false; // its bounds would have to be found again in every frame
    this.mesh.instanceMatrix.array.fill(0);
  }

  /** Rods along z from 0 to 1 with radius 1. */
  static cylinder(): THREE.BufferGeometry {
    return new THREE.CylinderGeometry(1, 1, 1, 16, 1).rotateX(Math.PI / 2).translate(0, 0, 0.5);
  }
  static cone(): THREE.BufferGeometry {
    return new THREE.ConeGeometry(1, 1, 20, 1).rotateX(Math.PI / 2).translate(0, 0, 0.5);
  }

  /** A point that is not a number hides the segment. */
  place(
    index: number,
    ax: number,
    ay: number,
    az: number,
    bx: number,
    by: number,
    bz: number,
    radius: number,
  ): void {
    const dx = bx - ax;
    const dy = by - ay;
    const dz = bz - az;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(length > 0)) return this.hide(index);
    // two directions at right angles to it; for a rod in the plane of the paper the first is in it
    // too
    let ux = -dy;
    let uy = dx;
    const flat = Math.sqrt(ux * ux + uy * uy);
    if (flat > 1e-9 * length) {
      ux /= flat;
      uy /= flat;
    } else {
      ux = 1;
      uy = 0;
    }
    const vx = (-dz * uy) / length;
    const vy = (dz * ux) / length;
    const vz = (dx * uy - dy * ux) / length;
    const m = this.mesh.instanceMatrix.array;
    const k = 16 * index;
    m[k] = radius * ux;
    m[k + 1] = radius * uy;
    m[k + 2] = 0;
    m[k + 3] = 0;
    m[k + 4] = radius * vx;
    m[k + 5] = radius * vy;
    m[k + 6] = radius * vz;
    m[k + 7] = 0;
    m[k + 8] = dx;
    m[k + 9] = dy;
    m[k + 10] = dz;
    m[k + 11] = 0;
    m[k + 12] = ax;
    m[k + 13] = ay;
    m[k + 14] = az;
    m[k + 15] = 1;
  }

  hide(index: number): void {
    this.mesh.instanceMatrix.array.fill(0, 16 * index, 16 * index + 16);
  }

  isVisible(index: number): boolean {
    return this.mesh.visible && this.mesh.instanceMatrix.array[16 * index + 15] === 1;
  }

  colour(index: number, colour: THREE.Color): void {
    this.mesh.setColorAt(index, colour);
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  /** To be called after segments moved. */
  moved(): void {
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Where a segment begins, read back from what is drawn. */
  begin(index: number): number[] {
    const m = this.mesh.instanceMatrix.array;
    return [m[16 * index + 12], m[16 * index + 13], m[16 * index + 14]];
  }
  end(index: number): number[] {
    const m = this.mesh.instanceMatrix.array;
    return this.begin(index).map((x, i) => x + m[16 * index + 8 + i]);
  }
}
