import * as THREE from "three";
import { themeColour } from "../colours";
import { niceBelow } from "../numbers";
import { sizeOf, type Bounds } from "./bounds";

function letter(text: string): THREE.Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.font = "italic 44px KaTeX_Math, Georgia, serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = themeColour("muted");
    pen.fillText(text, 32, 32);
  }
  const map = new THREE.CanvasTexture(canvas);
  const material = new THREE.SpriteMaterial({ map, depthTest: false, sizeAttenuation: true });
  return new THREE.Sprite(material);
}

function strokes(points: number[], colour: string): THREE.LineSegments {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
  const material = new THREE.LineBasicMaterial({ color: colour, transparent: true });
  material.depthWrite = false;
  return new THREE.LineSegments(geometry, material);
}

/** A grid with a round spacing and the axes: paper in 2-D, the ground in 3-D. */
export class Ground {
  readonly group = new THREE.Group();
  /** Side of one square of the grid. */
  step = 1;

  /** `turn` brings the model's axes into the picture. */
  draw(bounds: Bounds, dimension: 2 | 3, turn: THREE.Quaternion): void {
    this.clear();
    const size = sizeOf(bounds);
    const finite = bounds.low[0] <= bounds.high[0];
    const low = finite ? bounds.low : [-1, -1, 0];
    const high = finite ? bounds.high : [1, 1, 0];
    this.step = niceBelow(size / (dimension === 2 ? 6 : 8));
    // on paper the grid reaches beyond what one can see unless one goes very far away
    const margin = dimension === 2 ? 3 * size : 0.25 * size;
    const first = low.map((x) => Math.floor((x - margin) / this.step));
    const last = high.map((x) => Math.ceil((x + margin) / this.step));
    // in space the floor carries the motion: at zero when the motion touches it, else below it
    const touches = low[2] <= 1e-6 * size && high[2] >= -1e-6 * size;
    const z = dimension === 2 ? 0 : touches && low[2] > -0.05 * size ? 0 : low[2];
    const [x0, x1] = [first[0] * this.step, last[0] * this.step];
    const [y0, y1] = [first[1] * this.step, last[1] * this.step];
    const grid: number[] = [];
    for (let i = first[0]; i <= last[0]; ++i) grid.push(i * this.step, y0, z, i * this.step, y1, z);
    for (let i = first[1]; i <= last[1]; ++i) grid.push(x0, i * this.step, z, x1, i * this.step, z);
    this.add(strokes(grid, themeColour("grid")), -2);

    if (dimension === 2) {
      this.add(strokes([x0, 0, 0, x1, 0, 0, 0, y0, 0, 0, y1, 0], themeColour("axis")), -1);
      return;
    }
    const reach = 0.18 * size;
    ["x", "y", "z"].forEach((name, axis) => {
      const tip = new THREE.Vector3().setComponent(axis, reach).applyQuaternion(turn);
      this.add(strokes([0, 0, 0, ...tip.toArray()], themeColour("axis")), -1);
      const sprite = letter(name);
      sprite.position.copy(tip).multiplyScalar(1.12);
      sprite.scale.setScalar(0.04 * size);
      this.add(sprite, -1);
    });
  }

  private add(object: THREE.Object3D, order: number): void {
    object.renderOrder = order;
    this.group.add(object);
  }

  private clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      if (child instanceof THREE.LineSegments) child.geometry.dispose();
      const material = (child as THREE.Sprite | THREE.LineSegments)
        .material as THREE.SpriteMaterial;
      material.map?.dispose();
      material.dispose();
    }
  }
}
