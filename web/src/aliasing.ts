import type { MotionHeader } from "./data";
import { element } from "./dom";
import { format } from "./numbers";
import type { Table } from "./table";

const leastOutputs = 3; // of a period that is still seen as what it is

/**
 * The coordinates that go to and fro faster than the rows of the table tell. One that swings
 * through its range twice in a period of N rows goes on by 2/N of the range from row to row, by
 * its velocity.
 */
export function aliased({ coordinates }: MotionHeader, table: Table): string[] {
  const rows = table.length;
  if (rows < leastOutputs) return [];
  const step = (table.value(0, rows - 1) - table.value(0, 0)) / (rows - 1);
  const paths = coordinates.map(({ v }) => {
    const speeds = table.series(v).filter((speed) => Number.isFinite(speed));
    return speeds.reduce((sum, speed) => sum + Math.abs(speed), 0) * step;
  });
  const longest = Math.max(0, ...paths);
  return coordinates.flatMap(({ name, q }, i) => {
    const { low, high } = table.range(q);
    const isFast = (paths[i] / rows) * leastOutputs > 2 * (high - low);
    // what hardly moves, beside others or beside where it stands, is rounding
    const rounding = Math.max(1e-6 * longest, 1e-9 * table.largest([q]));
    return isFast && paths[i] > rounding ? [name] : [];
  });
}

/** Says that some curves show beats that do not exist, where that is so. */
export function aliasedNote(motion: MotionHeader, table: Table): HTMLElement | null {
  const names = aliased(motion, table);
  if (names.length === 0) return null;
  const rows = table.length - 1;
  const step = format((table.value(0, rows) - table.value(0, 0)) / rows, 3);
  const few = names.length > 4 ? `${names.slice(0, 4).join(", ")} and others` : names.join(", ");
  const words =
    `${few}: too fast to be seen from one output every ${step}. Each point of a curve is right, ` +
    "but slow waves in it are not real. A shorter run, or a smaller `every`, shows the motion.";
  return element("p", { class: "note aliased" }, words);
}
