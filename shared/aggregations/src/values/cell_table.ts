/**
 * Numbers the cells of a geographic grid, per owner, in the order in which points first fall into
 * them.
 */
import type { Key } from '../bucket/merge_buckets.js';
import { roomForWords, type Words } from '../collect/growable.js';
import { KeyTable } from '../collect/key_table.js';

/** The first `count` points of a block's arrays. */
export interface Points {
  readonly lats: Float64Array;
  readonly lons: Float64Array;
  readonly count: number;
}

/** The two words of the cell of each point. */
interface CellWords {
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
}

/**
 * The columns of cells, from west to east, and their rows, in either direction, of a grid whose
 * cells are boxes.
 */
export interface CellLines {
  column(lon: number): number;
  row(lat: number): number;
  /** The western edge of a column. The eastern edge of the last one is that of a further column. */
  lonAt(column: number): number;
  /** The edge between a row and the one before it. */
  latAt(row: number): number;
}

/** A way of dividing the earth into cells. A cell is two words. */
export interface CellGrid {
  /** The number of bits of a cell, all in the lower word; absent if both words are used. */
  readonly bits?: number;
  /** Absent if cells are not boxes. */
  readonly lines?: CellLines;
  /**
   * Finds the cells of points. It takes many at a time, because a call for each point would cost
   * more than its work.
   */
  assign(points: Points, cells: CellWords): void;
  key(high: number, low: number): Key;
  /** Compares the keys of two cells without making the keys. */
  compare(aHigh: number, aLow: number, bHigh: number, bLow: number): number;
}

interface PointRows extends Points {
  /** The row of the block that each point belongs to. */
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

  /**
   * Writes the number of each point's cell into `ids`. `owners` is the owner of each row;
   * `undefined` if cells have no owners.
   */
  assign(points: PointRows, owners: Uint32Array | undefined, ids: Uint32Array): void {
    this.#cells.find(this.#grid, points);
    const { highs, lows } = this.#cells;
    const { rows, count } = points;
    this.table.assign({ rows, owners, highs, lows, count }, ids);
  }

  key(id: number): Key {
    const { table } = this;
    return this.#grid.key(table.high(id), table.lows[id]);
  }

  /** Compares the keys of two cells. */
  compare(a: number, b: number): number {
    const { table } = this;
    const { lows } = table;
    return this.#grid.compare(table.high(a), lows[a], table.high(b), lows[b]);
  }
}
