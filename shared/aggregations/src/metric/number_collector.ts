/** What collectors of numbers share: reading the rows of each block, and arrays by bucket that are as long as the buckets met. */
import type { SegmentReader } from '@skein/search_library';
import type { Collector, CollectorProfile } from '../aggregation_type.js';
import type { DocBlock } from '../collect/doc_block.js';
import { NumberRows } from '../values/number_rows.js';
import type { NumberSource, ReadNumbers } from '../values/number_source.js';

/** State by bucket. */
export interface NumberState<P> {
  /** Called before `add`: the buckets that may come are below `buckets`. */
  reserve(buckets: number): void;
  /** Adds each row to the bucket of its document. */
  add(rows: NumberRows, owners: Uint32Array): void;
  build(owners: Uint32Array): P;
  profile?(): CollectorProfile;
}

export class NumberCollector<P> implements Collector<P> {
  readonly #source: NumberSource;
  readonly #state: NumberState<P>;
  readonly #rows = new NumberRows();
  #read: ReadNumbers | undefined;
  #buckets = 0;

  constructor(source: NumberSource, state: NumberState<P>) {
    this.#source = source;
    this.#state = state;
  }

  segment(reader: SegmentReader): void {
    this.#read = this.#source.segment(reader);
  }

  collect(block: DocBlock): void {
    this.#read?.(block, this.#rows);
    const { count } = this.#rows;
    if (count === 0) return;
    this.#buckets = Math.max(this.#buckets, bucketsOf(block));
    this.#state.reserve(this.#buckets);
    this.#state.add(this.#rows, block.owners);
  }

  build(owners: Uint32Array): P {
    return this.#state.build(owners);
  }

  profile(): CollectorProfile {
    return this.#state.profile?.() ?? {};
  }
}

/** One more than the greatest owner of the block. */
export function bucketsOf({ owners, count }: DocBlock): number {
  let greatest = 0;
  for (let i = 0; i < count; i++) {
    const owner = owners[i] as number;
    if (owner > greatest) greatest = owner;
  }
  return greatest + 1;
}

/** Columns of a part, taken from arrays by bucket. */
export function pick(values: Float64Array, owners: Uint32Array): Float64Array {
  const picked = new Float64Array(owners.length);
  for (let i = 0; i < owners.length; i++) picked[i] = values[owners[i] as number] ?? 0;
  return picked;
}
