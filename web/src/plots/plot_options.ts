import uPlot from "uplot";
import { themeColour } from "../colours";
import { format } from "../numbers";
import type { PanelSpec, SeriesSpec } from "./plot_list";
import { powerLabel, powerTicks, wholeTicks } from "./ticks";

const height = 210;
const font = "12px system-ui, sans-serif";

export function isLogarithmic({ kind }: PanelSpec): boolean {
  return kind === "powers" || kind === "dots";
}

function yScale(spec: PanelSpec): uPlot.Scale {
  if (isLogarithmic(spec)) {
    return {
      distr: 3,
      // whole powers of ten, and never less than one of them
      range: (_, low, high) => {
        if (!(low > 0 && high > 0)) return [1e-1, 1];
        const first = Math.floor(Math.log10(low));
        return [
          Number(`1e${first}`),
          Number(`1e${Math.max(Math.ceil(Math.log10(high)), first + 1)}`),
        ];
      },
    };
  }
  if (spec.kind === "steps")
    return { range: (_, low, high) => [Math.min(0, low ?? 0), (high ?? 0) + 1] };
  return {};
}

function yAxis(spec: PanelSpec): Partial<uPlot.Axis> {
  if (isLogarithmic(spec)) {
    return {
      splits: (_, __, low, high) => powerTicks(low, high, 6),
      values: (_, splits) => splits.map(powerLabel),
      filter: (_, splits) => splits,
    };
  }
  if (spec.kind === "steps") return { splits: (_, __, low, high) => wholeTicks(low, high, 6) };
  return { values: (_, splits) => splits.map((value) => format(value, 4)) };
}

/** How uPlot draws a panel: the series of the run, then the same ones of the kept run, dashed. */
export function plotOptions(
  spec: PanelSpec,
  kept: SeriesSpec[],
  shown: boolean[],
  width: number,
): uPlot.Options {
  const axis = {
    stroke: themeColour("muted"),
    font,
    grid: { stroke: themeColour("grid"), width: 1 },
    ticks: { show: false },
  };
  const dots = spec.kind === "dots";
  const stepped = spec.kind === "steps" ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  const paths = dots ? (): null => null : stepped;
  const line = (item: SeriesSpec, index: number): uPlot.Series => ({
    label: item.name,
    stroke: item.colour,
    width: 1.75,
    dash: item.dash,
    show: shown[index],
    points: {
      show: dots,
      size: 3,
      width: 1,
      stroke: item.colour,
      fill: item.dash.length > 0 ? themeColour("paper") : item.colour,
    },
    paths,
  });
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    pxAlign: 0, // curves rounded to pixels look shaky
    padding: [10, 12, 0, 0],
    scales: { x: { time: false }, y: yScale(spec) },
    axes: [
      {
        ...axis,
        size: 28,
        values: (_, splits) => splits.map((t, i) => (i === 0 ? `t = ${format(t)}` : format(t))),
      },
      { ...axis, size: 64, ...yAxis(spec) },
    ],
    series: [
      {},
      ...spec.series.map(line),
      ...kept.map((item) => ({
        ...line(item, spec.series.indexOf(item)),
        label: `${item.name} (kept)`,
        width: 1.25,
        dash: [5, 4],
        alpha: 0.65,
      })),
    ],
  };
}
