/** Powers of ten from low to high, thinned evenly until at most `most` are left. */
export function powerTicks(low: number, high: number, most: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / Math.max(most, 1)));
  const ticks: number[] = [];
  // counted from zero, so that the ticks stay where they are while the axis grows
  for (let n = Math.ceil(first / step) * step; n <= last; n += step) ticks.push(Number(`1e${n}`));
  return ticks;
}

/** Whole numbers from low to high, thinned evenly until at most `most` are left. */
export function wholeTicks(low: number, high: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((high - low + 1) / Math.max(most, 1)));
  const ticks: number[] = [];
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) ticks.push(n);
  return ticks;
}

const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** 1e-12 as 10⁻¹². */
export function powerLabel(value: number): string {
  const digits = String(Math.round(Math.log10(value)));
  return "10" + digits.replace("-", "⁻").replace(/\d/g, (digit) => raised[Number(digit)]);
}
