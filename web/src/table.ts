import type { Column } from "./data";
import { decodeFloat32, decodeFloat64 } from "./decode";

/** Where an instant lies in a table: so far from `row` to the next row. */
export interface Place {
  row: number;
  fraction: number; // 0 to 1
}

/** Smallest and largest number of a column; infinite and reversed when it has none. */
export interface Range {
  low: number;
  high: number;
}

/**
 * One row per sample, one column per thing that changes in time: the one source of scene, plots and
 * figures. Columns of a report are decoded when first looked at; those of a stream grow by
 * doubling.
 */
export class Table {
  private values: (Float64Array | null)[];
  private ranges: Range[];
  private ranged: number[]; // how many rows of the column its range knows
  private varying: number[] = []; // columns that a row of a stream brings
  private capacity = 0;
  private rows: number;

  /** `rows` is needed only where no column says it: a motion of one sample changes nowhere. */
  constructor(
    readonly columns: Column[],
    rows = 0,
  ) {
    this.rows = rows;
    this.values = columns.map(() => null);
    this.ranges = columns.map(() => ({ low: Infinity, high: -Infinity }));
    this.ranged = columns.map(() => 0);
    columns.forEach((column, i) => {
      if (column.constant === undefined) this.varying.push(i);
    });
    if (columns[0]?.f4 ?? columns[0]?.f8) this.rows = this.stored(0).length;
  }

  /** A table of a stream, still without rows. */
  static growing(columns: Column[]): Table {
    return new Table(columns.map(({ name, unit, constant }) => ({ name, unit, constant })));
  }

  get length(): number {
    return this.rows;
  }

  append(rows: (number | null)[][]): void {
    this.grow(this.rows + rows.length);
    for (const row of rows) {
      for (let i = 0; i < this.varying.length; ++i) {
        this.stored(this.varying[i])[this.rows] = row[i] ?? NaN;
      }
      ++this.rows;
    }
  }

  /** The value in one row. */
  value(column: number, row: number): number {
    const constant = this.columns[column].constant;
    return constant === undefined ? this.stored(column)[row] : (constant ?? NaN);
  }

  /** The value at a place, on the straight line between the two samples beside it. */
  at(column: number, place: Place): number {
    const constant = this.columns[column].constant;
    if (constant !== undefined) return constant ?? NaN;
    const values = this.stored(column);
    const here = values[place.row];
    if (place.fraction === 0) return here;
    return here + place.fraction * (values[place.row + 1] - here);
  }

  /** All values of a column; valid until rows are appended. */
  series(column: number): Float64Array {
    const constant = this.columns[column].constant;
    if (constant !== undefined) return new Float64Array(this.rows).fill(constant ?? NaN);
    return this.stored(column).subarray(0, this.rows);
  }

  /** Leaves no number in a column at some times. A column that never changes stays as it is. */
  blank(column: number, isOff: (t: number) => boolean): void {
    if (this.columns[column].constant !== undefined) return;
    const values = this.stored(column);
    for (let row = 0; row < this.rows; ++row) if (isOff(this.value(0, row))) values[row] = NaN;
    this.ranges[column] = { low: Infinity, high: -Infinity };
    this.ranged[column] = 0;
  }

  /** Smallest and largest number of a column so far. */
  range(column: number): Range {
    const range = this.ranges[column];
    const last = this.columns[column].constant === undefined ? this.rows : Math.min(this.rows, 1);
    for (let row = this.ranged[column]; row < last; ++row) {
      const value = this.value(column, row);
      if (value < range.low) range.low = value;
      if (value > range.high) range.high = value;
    }
    this.ranged[column] = last;
    return range;
  }

  /** The largest size that any of some columns has had so far. */
  largest(columns: number[]): number {
    return columns.reduce((largest, column) => {
      const { low, high } = this.range(column);
      return low > high ? largest : Math.max(largest, -low, high);
    }, 0);
  }

  /**
   * Writes into `place` where the time t lies; before the first and past the last sample, at them.
   */
  locate(t: number, place: Place): Place {
    place.row = 0;
    place.fraction = 0;
    if (this.rows < 2) return place;
    const times = this.stored(0);
    let low = 0;
    let high = this.rows - 1;
    if (t >= times[high]) {
      place.row = high;
      return place;
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (times[middle] <= t) low = middle;
      else high = middle;
    }
    place.row = low;
    place.fraction = t <= times[low] ? 0 : (t - times[low]) / (times[low + 1] - times[low]);
    return place;
  }

  private stored(column: number): Float64Array {
    let values = this.values[column];
    if (!values) {
      const { f4, f8 } = this.columns[column];
      if (f8 !== undefined) values = decodeFloat64(f8);
      else if (f4 !== undefined) values = decodeFloat32(f4);
      else values = new Float64Array(this.capacity);
      this.values[column] = values;
    }
    return values;
  }

  private grow(needed: number): void {
    if (needed <= this.capacity) return;
    this.capacity = Math.max(needed, 2 * this.capacity, 256);
    for (const column of this.varying) {
      const larger = new Float64Array(this.capacity);
      larger.set(this.stored(column).subarray(0, this.rows));
      this.values[column] = larger;
    }
  }
}
