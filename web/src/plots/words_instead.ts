import { format, formatSmall } from "../numbers";
import type { Table } from "../table";
import type { PanelSpec } from "./plot_list";

const mostNamed = 8; // more constants than that nobody reads one after the other

/**
 * What to say in place of a plot that would show nothing: lines that never move, or nothing but
 * rounding blown up to the height of the plot. Null where there is something to see.
 */
export function wordsInstead(spec: PanelSpec, table: Table): string | null {
  if (table.length === 0) return null;
  const ranges = spec.series.map(({ column }) => table.range(column));
  if (ranges.every(({ low, high }) => low > high)) return "No number at any time.";
  const largest = table.largest(spec.series.map(({ column }) => column));
  if (largest === 0) return "Zero at all times.";
  if (ranges.every(({ low, high }) => low === high)) {
    if (ranges.length > mostNamed) return "Constant, all of them.";
    const values = spec.series.map(({ name }, i) => `${name} = ${format(ranges[i].low)}`);
    return `${values.join(", ")} at all times.`;
  }
  if (spec.rounding && largest <= spec.rounding(table)) {
    return `Zero to within rounding: never more than ${formatSmall(largest)}.`;
  }
  return null;
}
