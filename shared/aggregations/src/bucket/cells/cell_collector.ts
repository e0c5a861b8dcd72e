/** Buckets by a small number computed from each value: the steps of a histogram. */
import type { JsonObject } from '@skein/content';
import { BlockKernels, type SegmentReader, type StepTable, stepTable } from '@skein/search_library';
import type { Children } from '../../collect/children.js';
import type { CollectScope } from '../../collect/collector.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { DocCounts } from '../../collect/doc_counts.js';
import { grownDoubles, roomForWords } from '../../collect/growable.js';
import { IdBuckets } from '../../collect/id_buckets.js';
import { IndexCount } from '../../collect/index_count.js';
import type { KnownMatches } from '../../collect/known_matches.js';
import { places } from '../../collect/places.js';
import { NumberRows } from '../../values/number_rows.js';
import type { NumberSource, ReadNumbers, ValueSlots } from '../../values/number_source.js';
import { groupByOwner, placesOf } from '../merge_buckets.js';
import { selectBuckets } from '../select_buckets.js';

/** The cell of a value that does not count. */
export const NO_CELL = 0xffffffff;

export interface Cells {
  /** True if every value has a cell. */
  readonly isTotal: boolean;
  /** Writes the cell of each row into `cells`. */
  assign(rows: NumberRows, cells: Uint32Array): void;
  /** The key of a cell's bucket. */
  key(cell: number): number;
  /** Absent if cells do not ascend with values. */
  readonly steps?: Steps;
  /**
   * The least value of each cell, a whole number; ascending. Absent if not every value of the shard
   * has a cell, or if there are too many cells.
   */
  readonly starts?: Float64Array | undefined;
}

/** The cells of values, including cells whose buckets are not shown. */
export interface Steps {
  of(value: number): number;
  isShown(cell: number): boolean;
}

interface CollectedCells {
  readonly starts: Uint32Array;
  readonly keys: readonly number[];
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

export class CellCollector {
  readonly #source: NumberSource;
  readonly #cells: Cells;
  readonly #children: Children;
  readonly #scope: CollectScope;
  readonly #buckets = new IdBuckets();
  readonly #rows = new NumberRows();
  readonly #docCounts = new DocCounts();
  readonly #index = new IndexCount();
  #counts = new Float64Array(0);
  #cellOf = new Uint32Array(0);
  #keptRows = new Uint32Array(0);
  #keptBuckets = new Uint32Array(0);
  #read: ReadNumbers | undefined;
  #kernels: BlockKernels | undefined;
  #slots: ValueSlots | undefined;
  #table: StepTable | undefined;

  constructor(
    { source, cells }: { readonly source: NumberSource; readonly cells: Cells },
    children: Children,
    scope: CollectScope,
  ) {
    this.#source = source;
    this.#cells = cells;
    this.#children = children;
    this.#scope = scope;
  }

  /** See `Collector.countMatches`. */
  countMatches(matches: KnownMatches): boolean {
    const { steps } = this.#cells;
    const sorted = this.#children.isEmpty ? this.#source.sorted?.(matches) : undefined;
    const counted = steps && {
      stepOf: steps.of,
      add: (cell: number, count: number) => {
        if (!steps.isShown(cell)) return;
        const bucket = this.#buckets.bucket(0, cell);
        this.#counts = grownDoubles(this.#counts, bucket + 1);
        this.#counts[bucket] = this.#counts[bucket] + count;
      },
    };
    return this.#index.count(matches, sorted, counted);
  }

  /** The profile of `countMatches`. */
  get debug(): JsonObject {
    return this.#index.debug;
  }

  segment(reader: SegmentReader, docBase: number): void {
    this.#docCounts.segment(reader);
    this.#read = this.#source.segment(reader);
    this.#children.segment(reader, docBase);
    this.#useKernels(reader);
  }

  #useKernels(reader: SegmentReader): void {
    const { starts } = this.#cells;
    this.#kernels = undefined;
    if (starts === undefined) return;
    const slots = this.#source.slots?.(reader);
    const column = slots?.isWhole === true ? slots : undefined;
    this.#table = column && stepTable(column, column.reach, starts);
    this.#slots = column;
    if (this.#table === undefined) return;
    this.#kernels = BlockKernels.over(this.#scope.shard.searcher, reader);
  }

  #collectByKernel(block: DocBlock): boolean {
    const [kernels, slots, steps] = [this.#kernels, this.#slots, this.#table];
    const { docs, owners, count, buckets: below } = block;
    if (kernels === undefined || slots === undefined || steps === undefined) return false;
    const table =
      below === undefined ? undefined : this.#buckets.tableFor(below, steps.starts.length);
    if (table === undefined || below === undefined) return false;
    this.#keptRows = roomForWords(this.#keptRows, count);
    this.#keptBuckets = roomForWords(this.#keptBuckets, count);
    const [rows, buckets] = [this.#keptRows, this.#keptBuckets];
    const kept = kernels.assignSteps(
      slots,
      { docs, owners, count, buckets: below },
      {
        steps,
        table,
        rows,
        buckets,
        counts: () => this.#counts,
        make: (owner, cell) => {
          const bucket = this.#buckets.bucket(owner, cell);
          this.#counts = grownDoubles(this.#counts, bucket + 1);
          return bucket;
        },
      },
    );
    if (kept === undefined) return false;
    const own = kept === count ? places(count) : rows;
    this.#docCounts.addMore(this.#counts, block, { rows: own, buckets, count: kept });
    this.#children.collectRows(block, own, buckets, { count: kept, size: this.#buckets.size });
    return true;
  }

  collect(block: DocBlock): void {
    if (this.#collectByKernel(block)) return;
    const rows = this.#rows;
    this.#read?.(block, rows);
    if (rows.count === 0) return;
    this.#cellOf = roomForWords(this.#cellOf, rows.count);
    this.#keptRows = roomForWords(this.#keptRows, rows.count);
    this.#keptBuckets = roomForWords(this.#keptBuckets, rows.count);
    this.#cells.assign(rows, this.#cellOf);
    if (rows.weights !== undefined) {
      this.#addWeights(block.owners, rows.weights);
      return;
    }
    if (rows.isSingle && this.#cells.isTotal) {
      this.#takeAll(block);
      return;
    }
    const kept = this.#sort(block.owners);
    const counted = { rows: this.#keptRows, buckets: this.#keptBuckets, count: kept };
    this.#docCounts.addMore(this.#counts, block, counted);
    const taken = { count: kept, size: this.#buckets.size };
    this.#children.collectRows(block, this.#keptRows, this.#keptBuckets, taken);
  }

  /** Adds rows that stand for several values. Such values never have sub-aggregations. */
  #addWeights(owners: Uint32Array, weights: Float64Array): void {
    const { rows, count } = this.#rows;
    for (let i = 0; i < count; i++) {
      const cell = this.#cellOf[i];
      if (cell === NO_CELL) continue;
      const bucket = this.#buckets.bucket(owners[rows[i]], cell);
      this.#counts = grownDoubles(this.#counts, bucket + 1);
      this.#counts[bucket] = this.#counts[bucket] + weights[i];
    }
  }

  /** Adds a block in which each row has a bucket and each document at most one row. */
  #takeAll(block: DocBlock): void {
    const { rows, count } = this.#rows;
    const found = { rows, ids: this.#cellOf, count };
    const into = { buckets: this.#keptBuckets, counts: this.#counts };
    this.#counts =
      block.buckets === 1
        ? this.#buckets.assignCountedOf(0, found, into)
        : this.#buckets.assignCounted(found, block.owners, into);
    this.#docCounts.addMore(this.#counts, block, { rows, buckets: this.#keptBuckets, count });
    const all = { count, size: this.#buckets.size };
    this.#children.collectRows(block, rows, this.#keptBuckets, all);
  }

  /**
   * Puts rows into buckets, and returns how many are kept. Values of a document in the same step
   * are adjacent and count once.
   */
  #sort(owners: Uint32Array): number {
    const { rows, count, isSingle } = this.#rows;
    const cells = this.#cellOf;
    const keptRows = this.#keptRows;
    const keptBuckets = this.#keptBuckets;
    const buckets = this.#buckets;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const cell = cells[i];
      if (cell === NO_CELL) continue;
      const row = rows[i];
      if (!isSingle && i > 0 && rows[i - 1] === row && cells[i - 1] === cell) continue;
      keptRows[kept] = row;
      keptBuckets[kept++] = buckets.bucket(owners[row], cell);
    }
    this.#counts = grownDoubles(this.#counts, buckets.size);
    const counts = this.#counts;
    for (let i = 0; i < kept; i++) {
      const bucket = keptBuckets[i];
      counts[bucket] = counts[bucket] + 1;
    }
    return kept;
  }

  /** The key of a bucket. */
  key(bucket: number): number {
    return this.#cells.key(this.#buckets.ids[bucket]);
  }

  /** The number of buckets of all owners. */
  get size(): number {
    return this.#buckets.size;
  }

  build(owners: Uint32Array): CollectedCells {
    const { ids, size, owners: bucketOwners } = this.#buckets;
    const groups = groupByOwner(bucketOwners, size, {
      places: placesOf(owners),
      groups: owners.length,
    });
    const key = (bucket: number): number => this.#cells.key(ids[bucket]);
    const { starts, buckets } = selectBuckets(
      groups,
      Number.POSITIVE_INFINITY,
      (a, b) => key(a) - key(b),
    );
    this.#scope.shard.countBuckets(buckets.length);
    return {
      starts,
      keys: Array.from(buckets, key),
      counts: Float64Array.from(buckets, (bucket) => this.#counts[bucket]),
      children: this.#children.build(buckets),
    };
  }
}
