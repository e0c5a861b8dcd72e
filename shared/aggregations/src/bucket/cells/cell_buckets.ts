/**
 * The buckets of a grid's cells: numbered by a table if their documents are needed, or counted by
 * sorting if only the counts are.
 */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../../collect/children.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { DOC_COUNT, DocCounts } from '../../collect/doc_counts.js';
import {
  type Doubles,
  grownOwnDoubles,
  letGoOfDoubles,
  roomForWords,
  type Words,
} from '../../collect/growable.js';
import { SortedCounts } from '../../collect/sorted_counts.js';
import { type CellGrid, CellTable, PointCells } from '../../values/cell_table.js';
import { type Box, type GeoRows, type GeoSource, keepWithin } from '../../values/geo_source.js';
import type { Key } from '../merge_buckets.js';

/** The buckets of cells, by owner. A document with several points in a cell is in it once. */
export interface CellBuckets {
  readonly size: number;
  readonly counts: Float64Array;
  /** The owner of each bucket; `undefined` if owner 0 has all buckets. */
  readonly owners: Uint32Array | undefined;
  segment(reader: SegmentReader): void;
  collect(block: DocBlock, children: Children): void;
  /** Called after the last block, before any result is read. */
  finish(): void;
  key(bucket: number): Key;
  compareKeys(a: number, b: number): number;
  /** Releases the memory; no result is read afterwards. */
  letGo(): void;
}

export interface CellsOptions {
  readonly box: Box | undefined;
  readonly source: GeoSource;
  /** True if the buckets have no sub-aggregations and there is one owner. */
  readonly isLone: boolean;
  readonly segments: readonly SegmentReader[];
}

export function cellBuckets(grid: CellGrid, options: CellsOptions): CellBuckets {
  const { bits } = grid;
  const { isLone, segments } = options;
  const isWeighted = segments.some((segment) => segment.numbers(DOC_COUNT) !== undefined);
  if (bits === undefined || !isLone || isWeighted) return new NumberedCells(grid, options);
  return new CountedCells(grid, bits, options);
}

/** The points of a block that count. */
class CountedPoints {
  readonly #box: Box | undefined;
  readonly #source: GeoSource;
  #read: ReturnType<GeoSource['segment']> | undefined;

  constructor({ box, source }: CellsOptions) {
    this.#box = box;
    this.#source = source;
  }

  segment(reader: SegmentReader): void {
    this.#read = this.#source.segment(reader);
  }

  /** The points of a block that count; `undefined` if there are none. */
  of(block: DocBlock): GeoRows | undefined {
    const found = this.#read?.(block);
    if (found === undefined) return undefined;
    if (this.#box !== undefined) keepWithin(this.#box, found);
    return found.count === 0 ? undefined : found;
  }
}

/** Counts cells by sorting all that were met, without a table of buckets. */
class CountedCells implements CellBuckets {
  readonly owners = undefined;
  readonly #grid: CellGrid;
  readonly #points: CountedPoints;
  readonly #cells = new PointCells();
  readonly #sorted: SortedCounts;

  constructor(grid: CellGrid, bits: number, options: CellsOptions) {
    this.#grid = grid;
    this.#points = new CountedPoints(options);
    this.#sorted = new SortedCounts(bits);
  }

  get size(): number {
    return this.#sorted.size;
  }

  get counts(): Float64Array {
    return this.#sorted.counts;
  }

  segment(reader: SegmentReader): void {
    this.#points.segment(reader);
  }

  collect(block: DocBlock): void {
    const found = this.#points.of(block);
    if (found === undefined) return;
    this.#cells.find(this.#grid, found);
    const { lows } = this.#cells;
    this.#sorted.add(lows, leaveOutRepeated(found, lows));
  }

  finish(): void {
    this.#sorted.finish();
  }

  key(bucket: number): Key {
    return this.#grid.key(0, this.#sorted.keys[bucket]);
  }

  compareKeys(a: number, b: number): number {
    const { keys } = this.#sorted;
    return this.#grid.compare(0, keys[a], 0, keys[b]);
  }

  letGo(): void {
    this.#sorted.letGo();
  }
}

class NumberedCells implements CellBuckets {
  counts: Doubles = new Float64Array(0);
  readonly #cells: CellTable;
  readonly #points: CountedPoints;
  readonly #docCounts = new DocCounts();
  #buckets: Words = new Uint32Array(0);

  constructor(grid: CellGrid, options: CellsOptions) {
    this.#cells = new CellTable(grid);
    this.#points = new CountedPoints(options);
  }

  get size(): number {
    return this.#cells.table.size;
  }

  get owners(): Uint32Array | undefined {
    return this.#cells.table.knownOwners;
  }

  segment(reader: SegmentReader): void {
    this.#docCounts.segment(reader);
    this.#points.segment(reader);
  }

  collect(block: DocBlock, children: Children): void {
    const found = this.#points.of(block);
    if (found === undefined) return;
    this.#buckets = roomForWords(this.#buckets, found.count);
    const buckets = this.#buckets;
    this.#cells.assign(found, block.buckets === 1 ? undefined : block.owners, buckets);
    const count = leaveOutRepeated(found, buckets);
    this.counts = grownOwnDoubles(this.counts, this.size);
    const { counts } = this;
    for (let i = 0; i < count; i++) {
      const bucket = buckets[i];
      counts[bucket] = counts[bucket] + 1;
    }
    const counted = { rows: found.rows, buckets, count };
    this.#docCounts.addMore(counts, block, counted);
    children.collectRows(block, found.rows, buckets, { count, size: this.size });
  }

  finish(): void {}

  key(bucket: number): Key {
    return this.#cells.key(bucket);
  }

  compareKeys(a: number, b: number): number {
    return this.#cells.compare(a, b);
  }

  letGo(): void {
    this.#cells.table.letGo();
    letGoOfDoubles(this.counts);
    this.counts = new Float64Array(0);
  }
}

/**
 * Removes repeated buckets of a document, whose rows are adjacent. Returns the number of rows left.
 */
function leaveOutRepeated(found: GeoRows, buckets: Uint32Array): number {
  const { rows, count, isSingle, areCells } = found;
  if (isSingle || areCells) return count;
  let kept = 0;
  let first = 0;
  const known = new Set<number>();
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const bucket = buckets[i];
    if (kept > first && rows[first] !== row) {
      first = kept;
      known.clear();
    }
    if (kept - first < FEW) {
      if (isAmong(buckets, bucket, { from: first, to: kept })) continue;
    } else {
      if (known.size === 0) for (let at = first; at < kept; at++) known.add(buckets[at]);
      if (known.has(bucket)) continue;
      known.add(bucket);
    }
    rows[kept] = row;
    buckets[kept++] = bucket;
  }
  return kept;
}

/** Up to this many buckets of a document are searched one by one. */
const FEW = 16;

function isAmong(
  buckets: Uint32Array,
  bucket: number,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  for (let at = from; at < to; at++) if (buckets[at] === bucket) return true;
  return false;
}
