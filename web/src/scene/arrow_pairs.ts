import type { Vector3 } from "three";
import type { Arrow } from "../data";

const most = 0.45; // of the distance between two points that pull at each other

/** For each arrow the one at the other end, where a constraint acts between two points. */
export function opposites(arrows: Arrow[]): (number | null)[] {
  const places = new Map<string, number[]>();
  arrows.forEach(({ constraint }, i) => {
    places.set(constraint, [...(places.get(constraint) ?? []), i]);
  });
  return arrows.map(({ constraint }, i) => {
    const both = places.get(constraint) ?? [];
    return both.length === 2 ? both[0] + both[1] - i : null;
  });
}

/**
 * How long the arrow of a force may be that points from one point at another, so that it does not
 * pass the arrow that comes from there; null where it points elsewhere.
 */
export function pullApart(from: Vector3, to: Vector3, force: Vector3): number | null {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const z = to.z - from.z;
  const distance = Math.sqrt(x * x + y * y + z * z);
  const size = force.length();
  const along = x * force.x + y * force.y + z * force.z;
  // within some two degrees
  return along > 0.9994 * distance * size ? most * distance : null;
}
