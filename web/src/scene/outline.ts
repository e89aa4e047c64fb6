import * as THREE from "three";
import type { Arrow, Point, Shape } from "../data";
import type { Place, Table } from "../table";
import { readPoint } from "./solids";

/** A ball that the picture must hold. */
export interface Held {
  x: number;
  y: number;
  z: number;
  radius: number;
}

const instants = 120; // a motion is smooth: more of them would not change the picture

/** Bodies through the whole motion, as balls around their points. */
export function bodiesOutline(table: Table, shapes: Shape[]): Held[] {
  const held: Held[] = [];
  const at = new THREE.Vector3();
  forInstants(table, (place) => {
    for (const shape of shapes) {
      const radius = radiusOf(table, shape, place);
      for (const point of shape.points) {
        readPoint(table, point, place, at);
        hold(held, at, radius);
      }
    }
  });
  return held;
}

/** Tips of the arrows; a rare long one is cut at `longest`, or it would make everything small. */
export function arrowsOutline(
  table: Table,
  arrows: Arrow[],
  scale: number,
  longest: number,
): Held[] {
  const held: Held[] = [];
  const [at, force] = [new THREE.Vector3(), new THREE.Vector3()];
  const read = (point: Point, place: Place, into: THREE.Vector3): void =>
    readPoint(table, point, place, into);
  forInstants(table, (place) => {
    for (const arrow of arrows) {
      for (const column of [arrow.ideal, arrow.nonideal]) {
        read(arrow.at, place, at);
        read(column, place, force);
        hold(held, at.add(force.multiplyScalar(scale).clampLength(0, longest)), 0);
      }
    }
  });
  return held;
}

function radiusOf(table: Table, shape: Shape, place: Place): number {
  if (shape.size) return Math.hypot(...shape.size.map((column) => table.at(column, place))) / 2;
  if (shape.what === "ellipsoid" && shape.axes) {
    const lengths = shape.axes.map((axis) => Math.hypot(...axis.map((k) => table.at(k, place))));
    return Math.max(...lengths);
  }
  return shape.radius === undefined ? 0 : Math.max(table.at(shape.radius, place), 0);
}

function hold(held: Held[], { x, y, z }: THREE.Vector3, radius: number): void {
  if (Number.isFinite(x + y + z + radius)) held.push({ x, y, z, radius });
}

function forInstants(table: Table, visit: (place: Place) => void): void {
  const count = Math.min(table.length, instants);
  for (let i = 0; i < count; ++i) {
    visit({ row: Math.round((i * (table.length - 1)) / Math.max(count - 1, 1)), fraction: 0 });
  }
}
