/** How numbers are written for people. */

const minus = "−"; // as wide as a plus, unlike the hyphen

/** Six significant digits at most, powers of ten where the plain form would be long. */
export function format(value: number, digits = 6): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${minus}∞`;
  if (value === 0) return "0";
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e6 || size < 1e-4) {
    text = value.toExponential(Math.max(digits - 3, 1)).replace(/\.?0+e/, "e");
    text = text.replace("e+", "e");
  } else {
    text = String(Number(value.toPrecision(digits)));
  }
  return text.replaceAll("-", minus);
}

/** A bound or an error: two digits say all. */
export function formatSmall(value: number): string {
  if (value === 0 || Number.isNaN(value)) return format(value);
  const size = Math.abs(value);
  if (size >= 0.01 && size < 1000) return String(Number(value.toPrecision(3))).replace("-", minus);
  return value.toExponential(1).replace("e+", "e").replaceAll("-", minus);
}

/** Words of the program with powers of ten as they are written here: no line ends after "3e-". */
export function withMinuses(words: string): string {
  return words.replace(/(\de)-(?=\d)/g, `$1${minus}`);
}

/** Time with just as many decimals as the samples need. */
export function formatTime(t: number, span: number): string {
  const decimals = span > 0 ? Math.min(Math.max(Math.ceil(3 - Math.log10(span)), 0), 9) : 3;
  return t.toFixed(decimals).replace("-", minus);
}

export function formatSeconds(seconds: number): string {
  if (seconds >= 1) return `${Number(seconds.toPrecision(3))} s`;
  if (seconds >= 1e-3) return `${Number((1e3 * seconds).toPrecision(3))} ms`;
  return `${Number((1e6 * seconds).toPrecision(3))} µs`;
}

/** The nearest of 1, 2, 5 times a power of ten at or above. */
export function niceAbove(value: number): number {
  const below = niceBelow(value);
  if (below >= value * (1 - 1e-12)) return below;
  return niceBelow(2.6 * below); // 1 to 2, 2 to 5, 5 to 10
}

/** The nearest of 1, 2, 5 times a power of ten at or below. */
export function niceBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const first = value / power;
  return (first >= 5 ? 5 : first >= 2 ? 2 : 1) * power;
}
