/** Okabe and Ito's colours, which colour-blind people can tell apart. */

export const blue = "#0072B2";
export const vermilion = "#D55E00";
export const green = "#009E73";
export const orange = "#E69F00";
export const sky = "#56B4E9";
export const purple = "#CC79A7";
export const grey = "#888888";

const cycle = [blue, vermilion, green, orange, sky, purple, grey];
const dashes: number[][] = [[], [8, 4], [2, 4], [8, 3, 2, 3]];

const bodies = [
  "#9EC9E8",
  "#F3C678",
  "#8FCFB3",
  "#E3B3CF",
  "#EAA682",
  "#E6DD8C",
  "#B9B6E2",
  "#C9C3B6",
];

/** Colour of a body of a mechanism, as in the pictures for paper. */
export function bodyColour(i: number): string {
  return bodies[i % bodies.length];
}

/** Colour of the i-th of several things. */
export function colourOf(i: number): string {
  return cycle[i % cycle.length];
}

/** When the colours start again, the dashes differ. */
export function dashOf(i: number): number[] {
  return dashes[Math.floor(i / cycle.length) % dashes.length];
}

/** A colour of the style sheet as it is now, light or dark. */
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
