import uPlot from "uplot";
import type { Table } from "../table";

type Values = (number | null | undefined)[] | Float64Array;

function drawn(table: Table, column: number, logarithmic: boolean): Values {
  const values = table.series(column);
  if (logarithmic) {
    // zero has no logarithm
    return Array.from(values, (x) => (Number.isFinite(x) && x !== 0 ? Math.abs(x) : null));
  }
  // plain numbers go to the plot as they are; a gap must be said by null
  for (let i = 0; i < values.length; ++i) {
    if (!Number.isFinite(values[i]))
      return Array.from(values, (x) => (Number.isFinite(x) ? x : null));
  }
  return values;
}

/** The columns of one run over its times, and after them those of the kept run, on common times. */
export function plotData(
  table: Table,
  columns: number[],
  kept: { table: Table; columns: number[] } | null,
  logarithmic: boolean,
): uPlot.AlignedData {
  const own = [table.series(0), ...columns.map((column) => drawn(table, column, logarithmic))];
  if (!kept) return own as uPlot.AlignedData;
  const other = [
    kept.table.series(0),
    ...kept.columns.map((column) => drawn(kept.table, column, logarithmic)),
  ];
  return uPlot.join([own, other] as uPlot.AlignedData[]);
}
