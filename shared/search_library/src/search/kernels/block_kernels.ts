/**
 * Aggregates a block of documents with kernels: the input, a few pages, is copied to the lane, and
 * the results are copied back.
 */
import type { NumberSlots, SegmentReader } from '../../index/segment_reader.js';
import {
  BLOCK_FRAME,
  K_BITS,
  K_BUCKETS,
  K_CELLS,
  K_CELLS_WIDTH,
  K_COARSE,
  K_COUNT,
  K_COUNTS,
  K_DOCS,
  K_FIRST,
  K_IS_ONE,
  K_KEPT,
  K_MIN,
  K_OWNERS,
  K_PLACE,
  K_PRESENCE,
  K_ROWS,
  K_SHIFT,
  K_SLOTS,
  K_STARTS,
  K_STEP,
  K_STEPS,
  K_SUMS,
  K_VALUES,
  K_WIDTH,
  MAX_BLOCK_BITS,
  MAX_BLOCK_BUCKETS,
  MAX_BLOCK_CELLS,
  MAX_BLOCK_COUNTS,
  MAX_BLOCK_DOCS,
} from '../../kernels/block_layout.js';
import { keepPresentWords, type SlotRange, type Window } from '../columns/slot_range.js';
import type { IndexSearcher } from '../index_searcher.js';
import { guarded } from './guarded.js';
import type { KernelFunctions } from './kernels.js';
import type { StepTable } from './step_table.js';

/** Documents and the bucket that each of them is in. */
export interface OwnedDocs {
  readonly docs: Uint32Array;
  readonly owners: Uint32Array;
  readonly count: number;
  /** Number of buckets; all owners are below it. */
  readonly buckets: number;
}

/** Sums by bucket. */
export interface BlockSums {
  readonly sums: Float64Array;
  /** Number of values by bucket. */
  readonly counts: Float64Array;
}

/** Bucket + 1 by owner and ordinal, with `width` cells per owner; 0: there is none. */
export interface CellTable {
  readonly cells: Uint32Array;
  readonly width: number;
}

export interface BlockBuckets {
  readonly table: CellTable;
  /** Makes a bucket and adds it to the table, which stays in place. */
  readonly make: (owner: number, ordinal: number) => number;
  /** Number of documents by bucket; `make` may replace the array by a longer one. */
  readonly counts: () => Float64Array;
  /** By row with a bucket: its index in the block, and its bucket. */
  readonly rows: Uint32Array;
  readonly buckets: Uint32Array;
}

type WholeSlots = Uint8Array | Uint16Array | Uint32Array;

export class BlockKernels {
  readonly #segment: string;
  readonly #functions: KernelFunctions;
  readonly #frame: number;
  readonly #view: DataView;
  readonly #buffer: ArrayBufferLike;
  readonly #docs: Uint32Array;
  readonly #owners: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #bits: Uint32Array;

  private constructor(segment: string, functions: KernelFunctions, view: DataView) {
    const { buffer, byteOffset } = view;
    this.#segment = segment;
    this.#functions = functions;
    this.#frame = byteOffset;
    this.#view = view;
    this.#buffer = buffer;
    this.#docs = new Uint32Array(buffer, byteOffset + K_DOCS, MAX_BLOCK_DOCS);
    this.#owners = new Uint32Array(buffer, byteOffset + K_OWNERS, MAX_BLOCK_DOCS);
    this.#rows = new Uint32Array(buffer, byteOffset + K_ROWS, MAX_BLOCK_DOCS);
    this.#bits = new Uint32Array(buffer, byteOffset + K_BITS, MAX_BLOCK_BITS / 32);
  }

  /** `undefined`: kernels cannot process blocks of the segment. */
  static over(
    { kernelSearch }: Pick<IndexSearcher, 'kernelSearch'>,
    { memory, maxDoc, name }: SegmentReader,
  ): BlockKernels | undefined {
    if (kernelSearch === undefined || memory === undefined) return undefined;
    const { kernels } = kernelSearch;
    if (maxDoc < kernels.minDocs) return undefined;
    const view = new DataView(memory.buffer, kernels.lane + BLOCK_FRAME);
    return new BlockKernels(name, kernels.over(memory), view);
  }

  /**
   * Adds the values of the documents: integers whose sums are at most 2^53. Returns `false` if it
   * did nothing.
   */
  sum(slots: NumberSlots, block: OwnedDocs, { sums, counts }: BlockSums): boolean {
    const { raw, presence, min, gcd } = slots;
    if (raw instanceof Float32Array || raw instanceof Float64Array) return false;
    const { buckets } = block;
    if (buckets > Math.min(MAX_BLOCK_BUCKETS, block.count)) return false;
    if (presence !== null && presence.buffer !== this.#buffer) return false;
    if (!this.#begin(raw, block)) return false;
    const view = this.#view;
    view.setUint32(K_PRESENCE, presence?.byteOffset ?? 0, true);
    view.setFloat64(K_MIN, min, true);
    view.setFloat64(K_STEP, gcd, true);
    const laneSums = new Float64Array(this.#buffer, this.#frame + K_SUMS, buckets);
    const laneCounts = new Float64Array(this.#buffer, this.#frame + K_VALUES, buckets);
    laneSums.set(sums.subarray(0, buckets));
    laneCounts.set(counts.subarray(0, buckets));
    guarded(this.#segment, 'columns', () => this.#functions.sumBlock(this.#frame));
    sums.set(laneSums);
    counts.set(laneCounts);
    return true;
  }

  /** True if `assign` can work with this number of rows of cells. */
  static fits(rows: number, width: number): boolean {
    return rows * width <= MAX_BLOCK_CELLS;
  }

  /**
   * Finds the buckets of the documents by their ordinals + 1; returns the number of rows with a
   * bucket, or `undefined` if it did nothing.
   */
  assign(slots: WholeSlots, block: OwnedDocs, found: BlockBuckets): number | undefined {
    if (!this.#begin(slots, block)) return undefined;
    return this.#assign(block, found, (frame, row) => {
      if (this.#functions.assignBlock(frame) === 0) return undefined;
      return slots[block.docs[row()]] - 1;
    });
  }

  /** Like `assign`, but by steps of a column's values. */
  assignSteps(
    { raw, presence }: NumberSlots,
    block: OwnedDocs,
    { steps, ...found }: BlockBuckets & { readonly steps: StepTable },
  ): number | undefined {
    if (raw instanceof Float32Array || raw instanceof Float64Array) return undefined;
    if (presence !== null && presence.buffer !== this.#buffer) return undefined;
    if (!this.#begin(raw, block)) return undefined;
    const view = this.#view;
    const { starts, coarse, shift } = steps;
    view.setUint32(K_PRESENCE, presence?.byteOffset ?? 0, true);
    view.setInt32(K_STEPS, starts.length, true);
    view.setInt32(K_SHIFT, shift, true);
    new Uint32Array(this.#buffer, this.#frame + K_STARTS, starts.length).set(starts);
    new Uint32Array(this.#buffer, this.#frame + K_COARSE, coarse.length).set(coarse);
    return this.#assign(block, found, (frame) => {
      const stopped = this.#functions.assignSteps(frame);
      return stopped === 0 ? undefined : stopped - 1;
    });
  }

  /**
   * Sets the words of a window that is at most as long as a block to the documents whose stored
   * numbers are from `low` to `high`. Returns `false` if it did nothing.
   */
  markInRange({ raw, presence }: NumberSlots, range: SlotRange, window: Window): boolean {
    if (raw instanceof Float32Array || raw instanceof Float64Array) return false;
    if (raw.buffer !== this.#buffer) return false;
    const { from, to, words } = window;
    const width = raw.BYTES_PER_ELEMENT;
    const low = Math.max(range.low, 0);
    const high = Math.min(range.high, 2 ** (8 * width) - 1);
    if (low > high) return false;
    const values = raw.byteOffset + width * from;
    guarded(this.#segment, 'columns', () =>
      this.#functions.markInside(values, width, low, high, to - from, this.#frame + K_BITS),
    );
    const marked = (to - from + 31) >>> 5;
    words.set(this.#bits.subarray(0, marked));
    // Bits after the last document may be set.
    if ((to & 31) !== 0) words[marked - 1] &= (1 << (to & 31)) - 1;
    if (presence !== null) keepPresentWords(presence, window);
    return true;
  }

  /**
   * Writes the documents whose bits are set into `kept`, and returns their number, or `undefined`
   * if it did nothing. The documents ascend.
   */
  keepMarked(
    bits: Uint32Array,
    { docs, count }: Pick<OwnedDocs, 'docs' | 'count'>,
    kept: Uint32Array,
  ): number | undefined {
    if (count === 0 || count > MAX_BLOCK_DOCS) return undefined;
    const firstWord = docs[0] >>> 5;
    const words = (docs[count - 1] >>> 5) + 1 - firstWord;
    if (words > MAX_BLOCK_BITS / 32) return undefined;
    this.#bits.set(bits.subarray(firstWord, firstWord + words));
    this.#docs.set(docs.subarray(0, count));
    this.#view.setInt32(K_COUNT, count, true);
    this.#view.setInt32(K_FIRST, 32 * firstWord, true);
    const size = this.#functions.keepMarked(this.#frame);
    kept.set(this.#rows.subarray(0, size));
    return size;
  }

  /**
   * `run` returns the cell of the row at which it stopped because its bucket does not exist;
   * `undefined`: it is done.
   */
  #assign(
    block: OwnedDocs,
    found: BlockBuckets,
    run: (frame: number, row: () => number) => number | undefined,
  ): number | undefined {
    const { cells, width } = found.table;
    const length = block.buckets * width;
    const most = found.counts().length + length;
    if (length > MAX_BLOCK_CELLS || most > MAX_BLOCK_COUNTS) return undefined;
    const view = this.#view;
    view.setInt32(K_CELLS_WIDTH, width, true);
    view.setInt32(K_PLACE, 0, true);
    view.setInt32(K_KEPT, 0, true);
    const laneCells = new Uint32Array(this.#buffer, this.#frame + K_CELLS, length);
    laneCells.set(cells.subarray(0, length));
    const counted = new Uint32Array(this.#buffer, this.#frame + K_COUNTS, most).fill(0);
    const place = (): number => view.getInt32(K_PLACE, true);
    for (;;) {
      const cell = guarded(this.#segment, 'columns', () => run(this.#frame, place));
      if (cell === undefined) break;
      const owner = block.buckets === 1 ? 0 : block.owners[place()];
      laneCells[owner * width + cell] = found.make(owner, cell) + 1;
    }
    const kept = view.getInt32(K_KEPT, true);
    found.rows.set(new Uint32Array(this.#buffer, this.#frame + K_ROWS, kept));
    found.buckets.set(new Uint32Array(this.#buffer, this.#frame + K_BUCKETS, kept));
    const counts = found.counts();
    const size = Math.min(counts.length, most);
    for (let bucket = 0; bucket < size; bucket++) {
      counts[bucket] += counted[bucket];
    }
    return kept;
  }

  #begin(slots: WholeSlots, { docs, owners, count, buckets }: OwnedDocs): boolean {
    if (count > MAX_BLOCK_DOCS || slots.buffer !== this.#buffer) return false;
    const view = this.#view;
    view.setInt32(K_COUNT, count, true);
    view.setUint32(K_SLOTS, slots.byteOffset, true);
    view.setInt32(K_WIDTH, slots.BYTES_PER_ELEMENT, true);
    view.setInt32(K_IS_ONE, buckets === 1 ? 1 : 0, true);
    this.#docs.set(docs.length === count ? docs : docs.subarray(0, count));
    if (buckets > 1) this.#owners.set(owners.subarray(0, count));
    return true;
  }
}
