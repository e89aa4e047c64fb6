import * as THREE from "three";
import type { Scene } from "../data";
import type { Bounds } from "./bounds";
import type { Held } from "./outline";

/**
 * Turns a model's space so that its up is the picture's z: x stays what it is as far as it can.
 * Nothing is turned on paper.
 */
export function uprightOf({ dimension, up = [0, 0, 1] }: Scene): THREE.Quaternion {
  const result = new THREE.Quaternion();
  if (dimension === 2) return result;
  const upwards = new THREE.Vector3().fromArray(up).normalize();
  const across = Math.abs(upwards.x) > 0.9 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(1, 0, 0);
  across.addScaledVector(upwards, -across.dot(upwards)).normalize();
  const other = upwards.clone().cross(across);
  const basis = new THREE.Matrix4().makeBasis(across, other, upwards);
  return result.setFromRotationMatrix(basis).invert();
}

/** The box around a turned box. */
export function turnedBounds(bounds: Bounds, turn: THREE.Quaternion): Bounds {
  if (bounds.low.some((low, axis) => low > bounds.high[axis])) return bounds;
  const [low, high] = [bounds.low, bounds.high].map((x) => new THREE.Vector3().fromArray(x));
  const turning = new THREE.Matrix4().makeRotationFromQuaternion(turn);
  const box = new THREE.Box3(low, high).applyMatrix4(turning);
  return { low: box.min.toArray(), high: box.max.toArray() };
}

export function turnedOutline(outline: Held[], turn: THREE.Quaternion): Held[] {
  return outline.map(({ x, y, z, radius }) => {
    const at = new THREE.Vector3(x, y, z).applyQuaternion(turn);
    return { x: at.x, y: at.y, z: at.z, radius };
  });
}
