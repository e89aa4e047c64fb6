import { blue, green, orange, purple, sky, vermilion } from "../colours";
import type { FigureName } from "../data";

/** One scaled acceleration as the paper can show it. */
export interface FigureVector {
  along: number;
  across: number;
  length: number;
}
export type FigureVectors = Record<FigureName, FigureVector>;

/** The part of the plane that the picture holds. */
export interface Extent {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

const ink = "var(--ink)";
const faint = "var(--faint)";
const paperWidth = 760;
// room for the arrows that stand beside the axes and for the table of lengths
const [left, right, top, bottom] = [160, 120, 70, 206];
const tallest = 330; // the picture itself

const n = (value: number): string => value.toFixed(2);

/**
 * The picture of constrained motion: what the constraints decide, R(Bᵀ), and what they leave, N(B).
 */
export class FigureDrawing {
  private parts: string[] = [];
  private readonly scale: number;
  private readonly origin: { x: number; y: number };
  private readonly low: { x: number; y: number };
  private readonly high: { x: number; y: number };
  private readonly height: number;

  constructor(
    private readonly vectors: FigureVectors,
    extent: Extent,
  ) {
    const { x0, x1, y0, y1 } = extent;
    const width = paperWidth - left - right;
    const size = Math.max(x1 - x0, y1 - y0);
    // the same scale both ways: right angles stay right
    this.scale =
      size > 0
        ? Math.min(width / Math.max(x1 - x0, 1e-3 * size), tallest / Math.max(y1 - y0, 1e-3 * size))
        : 1;
    this.origin = {
      x: left + (width - this.scale * (x1 - x0)) / 2 - this.scale * x0,
      y: top + this.scale * y1,
    };
    this.low = { x: this.origin.x + this.scale * x0, y: this.origin.y - this.scale * y0 };
    this.high = { x: this.origin.x + this.scale * x1, y: this.origin.y - this.scale * y1 };
    this.height = top + this.scale * (y1 - y0) + bottom;
  }

  svg(): string {
    const { a, q, Ta, Bb, Nc } = this.vectors;
    this.axes();
    // where the free acceleration stands, and where the motion's does
    this.guide(a.along, 0, a.along, a.across);
    this.guide(0, a.across, a.along, a.across);
    this.guide(0, q.across, q.along, q.across);
    this.consistentLine(q.along);
    this.rightAngle(a);
    this.rightAngle(q);
    this.besideHorizontal(26, 0, Ta.along, "T a", sky);
    this.besideHorizontal(52, a.along, q.along, "B⁺e", green);
    this.besideHorizontal(78, 0, Bb.along, "B⁺b", orange);
    this.besideVertical(30, 0, a.across, "N a", sky);
    if (Nc.length > 0) this.besideVertical(84, a.across, q.across, "N c", purple);
    const zero = { along: 0, across: 0 };
    this.arrow(this.at(zero), this.at(a), blue, 2.4, "a");
    this.arrow(this.at(zero), this.at(q), vermilion, 2.4, "q");
    this.arrow(this.at(a), this.at(q), faint, 1.2, "d");
    this.tip(a, "a", blue, q);
    this.tip(q, "q̈", vermilion, a);
    this.lengths();
    return (
      `<svg viewBox="0 0 ${paperWidth} ${n(this.height)}" font-size="15" role="img" ` +
      `aria-label="Free acceleration and acceleration, split by the constraints">` +
      `${this.parts.join("")}</svg>`
    );
  }

  private at(v: { along: number; across: number }): { x: number; y: number } {
    return {
      x: this.origin.x + this.scale * v.along,
      y: this.origin.y - this.scale * v.across,
    };
  }

  private line(
    from: { x: number; y: number },
    to: { x: number; y: number },
    colour: string,
    width: number,
    dashes = "",
  ): void {
    const dashed = dashes ? ` stroke-dasharray="${dashes}"` : "";
    this.parts.push(
      `<line x1="${n(from.x)}" y1="${n(from.y)}" x2="${n(to.x)}" y2="${n(to.y)}" ` +
        `stroke="${colour}" stroke-width="${width}"${dashed}/>`,
    );
  }

  private label(
    x: number,
    y: number,
    words: string,
    colour: string,
    anchor: string,
    size = 15,
  ): void {
    this.parts.push(
      `<text x="${n(x)}" y="${n(y)}" fill="${colour}" text-anchor="${anchor}" ` +
        `font-size="${size}">${words}</text>`,
    );
  }

  // B⁺e and B⁺b carry no index; the others that of scaled vectors
  private static nameOf(symbol: string): string {
    return symbol.startsWith("B") ? symbol : `${symbol}<tspan dy="4" font-size="11">s</tspan>`;
  }

  private arrow(
    from: { x: number; y: number },
    to: { x: number; y: number },
    colour: string,
    width: number,
    name = "",
  ): void {
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const length = Math.hypot(dx, dy);
    if (!(length >= 1)) return;
    const head = Math.min(11, length / 2);
    const ux = dx / length;
    const uy = dy / length;
    const neck = { x: to.x - head * ux, y: to.y - head * uy };
    this.line(from, neck, colour, width);
    this.parts.push(
      `<polygon ${name ? `data-tip="${name}" ` : ""}points="${n(to.x)},${n(to.y)} ` +
        `${n(neck.x - 0.4 * head * uy)},${n(neck.y + 0.4 * head * ux)} ` +
        `${n(neck.x + 0.4 * head * uy)},${n(neck.y - 0.4 * head * ux)}" fill="${colour}"/>`,
    );
  }

  private axes(): void {
    const { low, high, origin } = this;
    this.line({ x: low.x - 30, y: origin.y }, { x: high.x + 40, y: origin.y }, ink, 1);
    this.line({ x: origin.x, y: low.y + 30 }, { x: origin.x, y: high.y - 40 }, ink, 1);
    this.label(high.x + 46, origin.y + 5, "R(Bᵀ)", ink, "start");
    this.label(origin.x + 8, high.y - 30, "N(B)", ink, "start");
  }

  private guide(x0: number, y0: number, x1: number, y1: number): void {
    const from = this.at({ along: x0, across: y0 });
    this.line(from, this.at({ along: x1, across: y1 }), faint, 1, "4 4");
  }

  // all accelerations that satisfy the constraints: B⁺b + N(B)
  private consistentLine(along: number): void {
    const { x } = this.at({ along, across: 0 });
    this.line({ x, y: this.low.y + 20 }, { x, y: this.high.y - 20 }, orange, 1.2, "9 4");
    this.label(x + 6, this.low.y + 34, "A q̈ = b", orange, "start", 13);
  }

  // where the vector's foot stands on R(Bᵀ)
  private rightAngle({ along, across }: FigureVector): void {
    if (this.scale * Math.abs(along) < 12 || this.scale * Math.abs(across) < 12) return;
    const inwards = along > 0 ? -10 : 10;
    const upwards = across > 0 ? -10 : 10;
    const { x, y } = this.at({ along, across: 0 });
    this.parts.push(
      `<polyline points="${n(x + inwards)},${n(y)} ${n(x + inwards)},${n(y + upwards)} ` +
        `${n(x)},${n(y + upwards)}" fill="none" stroke="${ink}"/>`,
    );
  }

  // parts of R(Bᵀ) stand below everything, parts of N(B) left of it: on the axes they would hide
  // each other
  private besideHorizontal(
    distance: number,
    from: number,
    to: number,
    symbol: string,
    colour: string,
  ): void {
    const y = this.low.y + 30 + distance;
    const begin = this.at({ along: from, across: 0 }).x;
    const end = this.at({ along: to, across: 0 }).x;
    this.arrow({ x: begin, y }, { x: end, y }, colour, 2);
    if (from === to) this.label(end, y + 5, "0", colour, "middle");
    this.label(this.low.x - 40, y + 5, FigureDrawing.nameOf(symbol), colour, "end");
  }

  private besideVertical(
    distance: number,
    from: number,
    to: number,
    symbol: string,
    colour: string,
  ): void {
    const x = this.low.x - distance;
    const begin = this.at({ along: 0, across: from }).y;
    const end = this.at({ along: 0, across: to }).y;
    this.arrow({ x, y: begin }, { x, y: end }, colour, 2);
    this.label(x - 7, (begin + end) / 2 + 5, FigureDrawing.nameOf(symbol), colour, "end");
  }

  // the name of an arrow at its tip, on the side away from the other one
  private tip(vector: FigureVector, symbol: string, colour: string, other: FigureVector): void {
    const { x, y } = this.at(vector);
    const rightwards = vector.along >= other.along;
    // level within what the eye can see, whatever rounding says
    const isUpper = y <= this.at(other).y + 0.5;
    const name = FigureDrawing.nameOf(symbol);
    const anchor = rightwards ? "start" : "end";
    this.label(x + (rightwards ? 10 : -10), y + (isUpper ? -8 : 18), name, colour, anchor, 17);
  }

  private lengths(): void {
    const entry = (x: number, y: number, symbol: string, length: number, colour: string): void => {
      const back = symbol.startsWith("B") ? 0 : -4;
      const value = `<tspan dy="${back}">| = ${length === 0 ? "0" : length.toPrecision(5)}</tspan>`;
      const words = `|${FigureDrawing.nameOf(symbol)}${value}`;
      this.label(x, y, words, colour, "start", 14);
    };
    const { a, Ta, Na, Nc, q, Be, Bb, d } = this.vectors;
    const y = this.height - 38;
    entry(60, y, "a", a.length, blue);
    entry(235, y, "T a", Ta.length, sky);
    entry(410, y, "N a", Na.length, sky);
    entry(585, y, "N c", Nc.length, purple);
    entry(60, y + 24, "q̈", q.length, vermilion);
    entry(235, y + 24, "B⁺e", Be.length, green);
    entry(410, y + 24, "B⁺b", Bb.length, orange);
    entry(585, y + 24, "Δq̈", d.length, faint);
  }
}
