import * as THREE from "three";
import type { Arrow, Point, Shape } from "../data";
import { niceAbove, niceBelow } from "../numbers";
import type { Place, Table } from "../table";
import { opposites, pullApart } from "./arrow_pairs";
import { readPoint } from "./solids";

/** Box around all that a motion shows at any time. */
export interface Bounds {
  low: number[];
  high: number[];
}

export function emptyBounds(): Bounds {
  return { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
}

function include(bounds: Bounds, table: Table, point: Point, margin: number[]): void {
  for (let axis = 0; axis < 3; ++axis) {
    const range = axis < point.length ? table.range(point[axis]) : { low: 0, high: 0 };
    if (range.low > range.high) continue;
    const extra = margin[Math.min(axis, margin.length - 1)];
    bounds.low[axis] = Math.min(bounds.low[axis], range.low - extra);
    bounds.high[axis] = Math.max(bounds.high[axis], range.high + extra);
  }
}

/** Widens the box to hold every shape through the whole motion, and the points where forces act. */
export function includeMotion(
  bounds: Bounds,
  table: Table,
  shapes: Shape[],
  arrows: Arrow[],
): void {
  for (const shape of shapes) {
    let margin = [0];
    if (shape.radius !== undefined) margin = [Math.max(table.range(shape.radius).high, 0)];
    if (shape.size) margin = shape.size.map((column) => Math.max(table.range(column).high, 0) / 2);
    // of what is turned any way the longest reach counts in all directions
    if (shape.size && shape.axes) margin = [Math.hypot(...margin)];
    if (shape.what === "ellipsoid") margin = [longestAxis(table, shape)];
    for (const point of shape.points) include(bounds, table, point, margin);
  }
  for (const arrow of arrows) include(bounds, table, arrow.at, [0]);
}

function longestAxis(table: Table, { axes = [] }: Shape): number {
  const reach = (column: number): number => {
    const { low, high } = table.range(column);
    return Math.max(Math.abs(low), Math.abs(high));
  };
  return Math.max(...axes.flat().map(reach).filter(Number.isFinite), 0);
}

/** Size of a picture: the diagonal of its box; one when there is nothing. */
export function sizeOf(bounds: Bounds): number {
  const sides = bounds.high.map((high, i) => Math.max(high - bounds.low[i], 0));
  const diagonal = Math.hypot(...sides);
  return Number.isFinite(diagonal) && diagonal > 0 ? diagonal : 1;
}

/**
 * How long a force of one is drawn, so that a large but not a rare force takes some fifth of the
 * picture, and that two arrows which point at each other seldom meet: a spike of one instant must
 * not shrink all other arrows. The inverse is 1, 2 or 5 times a power of ten.
 */
export function arrowScale(table: Table, arrows: Arrow[], size: number): number {
  const lengths: number[] = [];
  const needed: number[] = []; // force per length, where two arrows point at each other
  const others = opposites(arrows);
  const [from, to, force, part] = Array.from({ length: 4 }, () => new THREE.Vector3());
  const place: Place = { row: 0, fraction: 0 };
  const rows = Math.min(table.length, 200);
  const step = Math.max(1, Math.floor(arrows.length / 50));
  for (let i = 0; i < rows; ++i) {
    place.row = Math.floor((i * (table.length - 1)) / Math.max(rows - 1, 1));
    for (let k = 0; k < arrows.length; k += step) {
      readPoint(table, arrows[k].ideal, place, force);
      readPoint(table, arrows[k].nonideal, place, part);
      force.add(part);
      const length = force.length();
      if (!(length > 0)) continue;
      lengths.push(length);
      const other = others[k];
      if (other === null) continue;
      readPoint(table, arrows[k].at, place, from);
      readPoint(table, arrows[other].at, place, to);
      const longest = pullApart(from, to, force);
      // points that meet leave no room for arrows
      if (longest !== null && longest > 1e-3 * size) needed.push(length / longest);
    }
  }
  if (lengths.length === 0) return 1;
  const large = quantile(lengths, 0.9);
  // "one unit of length stands for 20 units of force" is easier to use than 17.3
  const usual = niceBelow((2 * large) / (0.25 * size));
  return 1 / (needed.length > 0 ? Math.max(usual, niceAbove(quantile(needed, 0.8))) : usual);
}

function quantile(values: number[], part: number): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(part * (values.length - 1))];
}
