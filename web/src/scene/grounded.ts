import * as THREE from "three";
import type { Shape } from "../data";
import type { Place, Table } from "../table";
import { order, type Materials } from "./materials";
import { readPoint, type Solid } from "./solids";

const downwards = new THREE.Vector3(0, 0, -1);
const below = new THREE.Vector3(0, -1, 0);
const towards = new THREE.Vector3();
const depth = 0.8; // of the ground below the joint, in parts of its size

// in the plane a triangle on a hatched line, in space a leg on a hatched plate
function strokes(dimension: 2 | 3): number[] {
  const points: number[] = [];
  const line = (a: number[], b: number[]): number => points.push(...a, ...b);
  if (dimension === 2) {
    line([0, 0, 0], [-0.5, -depth, 0]);
    line([0, 0, 0], [0.5, -depth, 0]);
    line([-0.85, -depth, 0], [0.85, -depth, 0]);
    for (let k = 0; k < 5; ++k) {
      const x = 0.68 - 0.32 * k;
      line([x, -depth, 0], [x - 0.3, -depth - 0.3, 0]);
    }
    return points;
  }
  const half = 0.6;
  const corners = [-1, 1, 1, -1].map((x, k) => [half * x, half * (k < 2 ? -1 : 1), -depth]);
  corners.forEach((corner, k) => line(corner, corners[(k + 1) % 4]));
  for (let k = -2; k <= 2; ++k) {
    const c = (2 * k) / 3;
    const [low, high] = [Math.max(-1, -1 - c), Math.min(1, 1 - c)];
    line([half * low, half * (low + c), -depth], [half * high, half * (high + c), -depth]);
  }
  return points;
}

/** The sign for the ground that holds a joint. */
export function grounded(
  table: Table,
  shape: Shape,
  materials: Materials,
  dimension: 2 | 3,
): Solid {
  const object = new THREE.Group();
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(strokes(dimension), 3));
  object.add(new THREE.LineSegments(geometry, materials.outline("rod")));
  if (dimension === 3) {
    const leg = new THREE.CylinderGeometry(0.1, 0.1, depth, 12).rotateX(Math.PI / 2);
    object.add(new THREE.Mesh(leg.translate(0, 0, -depth / 2), materials.surface("rod")));
  }
  object.traverse((part) => (part.renderOrder = order.disk));
  const update = (place: Place): void => {
    readPoint(table, shape.points[0], place, object.position);
    object.scale.setScalar(table.at(shape.radius!, place));
    readPoint(table, shape.normal!, place, towards);
    object.quaternion.setFromUnitVectors(dimension === 3 ? downwards : below, towards);
  };
  return { shape, object, update };
}
