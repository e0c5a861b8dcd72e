/** The numbers of a block of documents: one row a value. */
import { BLOCK_DOCS } from '../collect/doc_block.js';
import { roomForDoubles, roomForWords } from '../collect/growable.js';
import { places } from '../collect/places.js';

export class NumberRows {
  count = 0;
  /** By row: the place of its document in the block; ascending. May be shared: not to be written to. */
  rows: Uint32Array = places(BLOCK_DOCS);
  /** By row: the value, for longs beyond 2^53 the nearest double. */
  values = new Float64Array(BLOCK_DOCS);
  /** By row: the same as longs, when some value of the segment is beyond 2^53. Unsigned ones have their bits. */
  longs: BigInt64Array | undefined;
  /** By row: for how many values it stands; absent: one each. */
  weights: Float64Array | undefined;
  /** No document has two rows. */
  isSingle = true;
  /** Where rows of its own are put, for those that leave out documents or give several values. */
  #own = new Uint32Array(0);

  /** Every document of the block has one value; they are to be put into `values`. */
  takeAll(count: number): Float64Array {
    this.count = count;
    this.rows = places(count);
    this.isSingle = true;
    this.longs = undefined;
    this.weights = undefined;
    this.values = roomForDoubles(this.values, count);
    return this.values;
  }

  /** Rows of its own, at least `capacity`; what was there is lost. */
  ownRows(capacity: number): Uint32Array {
    this.#own = roomForWords(this.#own, capacity);
    this.rows = this.#own;
    this.values = roomForDoubles(this.values, capacity);
    this.longs = undefined;
    this.weights = undefined;
    return this.#own;
  }

  /** As `ownRows`, in the midst of filling them. */
  moreRows(capacity: number): void {
    if (capacity <= this.#own.length && capacity <= this.values.length) return;
    const rows = roomForWords(this.#own, capacity);
    if (rows !== this.#own) rows.set(this.#own);
    const values = roomForDoubles(this.values, capacity);
    if (values !== this.values) values.set(this.values);
    if (this.longs !== undefined && this.longs.length < values.length) {
      const longs = new BigInt64Array(values.length);
      longs.set(this.longs);
      this.longs = longs;
    }
    if (this.weights !== undefined && this.weights.length < values.length) {
      const weights = new Float64Array(values.length);
      weights.set(this.weights);
      this.weights = weights;
    }
    this.#own = rows;
    this.rows = rows;
    this.values = values;
  }

  /** Rows stand for several values. After `ownRows`. */
  withWeights(): void {
    this.weights = new Float64Array(this.values.length);
  }

  /** Values are longs that doubles do not hold. After `ownRows`. */
  withLongs(): BigInt64Array {
    this.longs = new BigInt64Array(this.values.length);
    return this.longs;
  }
}
