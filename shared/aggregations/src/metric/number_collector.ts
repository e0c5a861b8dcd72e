/**
 * The common part of collectors of numbers: it reads the rows of each block, and grows arrays by
 * bucket to the number of buckets met.
 */
import {
  BlockKernels,
  gatherSlots,
  type IndexSearcher,
  type SegmentReader,
} from '@skein/search_library';
import type { Collector, CollectorProfile } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type Doubles, roomForDoubles } from '../collect/growable.js';
import type { KnownMatches } from '../collect/known_matches.js';
import type { Totals } from '../values/kept_totals.js';
import { NumberRows } from '../values/number_rows.js';
import type { NumberSource, ReadNumbers, ValueSlots } from '../values/number_source.js';
import type { SortedNumbers } from '../values/sorted_numbers.js';

/** The state of an aggregation of numbers, by bucket. */
export interface NumberState<P> {
  /** Called before `add`: the buckets that may come are below `buckets`. */
  reserve(buckets: number): void;
  /** Adds each row to the bucket of its document. */
  add(rows: NumberRows, owners: Uint32Array): void;
  /**
   * Adds the documents of a block directly from a column. Returns false if nothing was added and
   * rows are needed.
   */
  addSlots?(found: FoundSlots): boolean;
  /**
   * Adds all matches of a segment to bucket 0 from the known totals of their values. Returns false
   * if nothing was added and documents are needed. Absent if they always are.
   */
  addKnown?(known: KnownNumbers): boolean;
  build(owners: Uint32Array): P;
  profile?(): CollectorProfile;
}

/** The known facts about the values of all matches; each is `undefined` if it is not known. */
export interface KnownNumbers {
  sorted(): SortedNumbers | undefined;
  totals(): Totals | undefined;
}

/** The stored numbers of a column for the documents of a block. */
export interface FoundSlots {
  readonly slots: ValueSlots;
  readonly block: DocBlock;
  /** `undefined` if kernels are not used for the segment. */
  readonly kernels: BlockKernels | undefined;
  /** The stored number of each document of the block; arbitrary for a document without a value. */
  readonly raw: () => Float64Array;
}

export class NumberCollector<P> implements Collector<P> {
  readonly #source: NumberSource;
  readonly #state: NumberState<P>;
  readonly #rows = new NumberRows();
  #read: ReadNumbers | undefined;
  readonly #searcher: IndexSearcher | undefined;
  #slots: ValueSlots | undefined;
  #kernels: BlockKernels | undefined;
  #raw: Doubles = new Float64Array(0);
  #buckets = 0;

  /** True if the values come from a column, which can be read in any document order. */
  readonly takesAnyOrder: boolean;

  /** `searcher` is the searcher of the segments, if their blocks may be given to kernels. */
  constructor(source: NumberSource, state: NumberState<P>, searcher?: IndexSearcher) {
    this.#searcher = searcher;
    this.takesAnyOrder = source.slots !== undefined;
    this.#source = source;
    this.#state = state;
  }

  countMatches(matches: KnownMatches): boolean {
    const state = this.#state;
    if (state.addKnown === undefined) return false;
    this.#buckets = Math.max(this.#buckets, 1);
    state.reserve(this.#buckets);
    return state.addKnown({
      sorted: () => this.#source.sorted?.(matches),
      totals: () => this.#source.totals?.(matches),
    });
  }

  segment(reader: SegmentReader): void {
    this.#read = this.#source.segment(reader);
    this.#slots = this.#state.addSlots && this.#source.slots?.(reader);
    this.#kernels = this.#slots && this.#searcher && BlockKernels.over(this.#searcher, reader);
  }

  collect(block: DocBlock): void {
    this.#buckets = Math.max(this.#buckets, bucketsOf(block));
    if (this.#slots !== undefined && this.#addSlots(this.#slots, block)) return;
    this.#read?.(block, this.#rows);
    if (this.#rows.count === 0) return;
    this.#state.reserve(this.#buckets);
    this.#state.add(this.#rows, block.owners);
  }

  #addSlots(slots: ValueSlots, block: DocBlock): boolean {
    if (!slots.isWhole) return false;
    const raw = (): Float64Array => {
      this.#raw = roomForDoubles(this.#raw, block.count);
      gatherSlots(slots.raw, { docs: block.docs, from: 0, to: block.count }, this.#raw);
      return this.#raw;
    };
    this.#state.reserve(this.#buckets);
    return this.#state.addSlots?.({ slots, block, kernels: this.#kernels, raw }) ?? false;
  }

  build(owners: Uint32Array): P {
    return this.#state.build(owners);
  }

  profile(): CollectorProfile {
    return this.#state.profile?.() ?? {};
  }
}

/** A number that is greater than all owners of the block. */
export function bucketsOf({ owners, count, buckets }: DocBlock): number {
  if (buckets !== undefined) return buckets;
  let greatest = 0;
  for (let i = 0; i < count; i++) {
    const owner = owners[i];
    if (owner > greatest) greatest = owner;
  }
  return greatest + 1;
}

/** The values of the owners, taken from an array by bucket; 0 for buckets beyond its end. */
export function pick(values: Float64Array, owners: Uint32Array): Float64Array {
  const picked = new Float64Array(owners.length);
  for (let i = 0; i < owners.length; i++) picked[i] = values[owners[i]] ?? 0;
  return picked;
}
