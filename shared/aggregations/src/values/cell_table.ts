/** Cells of the earth as numbers: those of a grid that points were met in, by owner. */
import type { Key } from '../bucket/merge_buckets.js';
import { roomForWords, type Words } from '../collect/growable.js';
import { KeyTable } from '../collect/key_table.js';

/** Points of a block, the first `count` of these. */
export interface Points {
  readonly lats: Float64Array;
  readonly lons: Float64Array;
  readonly count: number;
}

/** By point: the two words of the cell it is in. */
export interface CellWords {
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
}

/** A way of dividing the earth into cells. A cell is two words. */
export interface CellGrid {
  /** Cells have so many bits, all of them in the lower word. Absent: both words count. */
  readonly bits?: number;
  /** Finds the cells of points: many at a time, as a call for each would cost more than what it does. */
  assign(points: Points, cells: CellWords): void;
  key(high: number, low: number): Key;
  /** How the keys of two cells are ordered, without making them. */
  compare(aHigh: number, aLow: number, bHigh: number, bLow: number): number;
}

interface PointRows extends Points {
  /** By point: the row it is of. */
  readonly rows: Uint32Array;
}

/** The cells of a block's points. */
export class PointCells {
  highs: Words = new Uint32Array(0);
  lows: Words = new Uint32Array(0);

  find(grid: CellGrid, points: Points): void {
    this.highs = roomForWords(this.highs, points.count);
    this.lows = roomForWords(this.lows, points.count);
    grid.assign(points, this);
  }
}

export class CellTable {
  readonly table = new KeyTable();
  readonly #grid: CellGrid;
  readonly #cells = new PointCells();

  constructor(grid: CellGrid) {
    this.#grid = grid;
  }

  /** The number of each point's cell, into `ids`. `owners`: by row; absent: nobody owns a cell. */
  assign(points: PointRows, owners: Uint32Array | undefined, ids: Uint32Array): void {
    this.#cells.find(this.#grid, points);
    const { highs, lows } = this.#cells;
    const { rows, count } = points;
    this.table.assign({ rows, owners, highs, lows, count }, ids);
  }

  key(id: number): Key {
    const { table } = this;
    return this.#grid.key(table.high(id), table.lows[id] as number);
  }

  /** How the keys of two cells are ordered. */
  compare(a: number, b: number): number {
    const { table } = this;
    const { lows } = table;
    return this.#grid.compare(table.high(a), lows[a] as number, table.high(b), lows[b] as number);
  }
}
