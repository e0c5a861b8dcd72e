/** The numbers of a block of documents: one row per value. */
import { requestDoubles } from '@skein/search_library';
import { BLOCK_DOCS } from '../collect/doc_block.js';
import { roomForDoubles, roomForWords } from '../collect/growable.js';
import { places } from '../collect/places.js';

export class NumberRows {
  count = 0;
  /**
   * The place in the block of each row's document; ascending. The array may be shared and must not
   * be written to.
   */
  rows: Uint32Array = places(BLOCK_DOCS);
  /** The value of each row; for longs beyond 2^53, the nearest double. */
  values = requestDoubles(BLOCK_DOCS);
  /**
   * The value of each row as a long, if a value of the segment is beyond 2^53. Unsigned longs keep
   * their bits.
   */
  longs: BigInt64Array | undefined;
  /** The number of values that each row stands for; `undefined` if each stands for one. */
  weights: Float64Array | undefined;
  /** True if no document has several rows. */
  isSingle = true;
  /** The private rows, used when documents are left out or have several values. */
  #own = new Uint32Array(0);

  /**
   * Prepares one row for every document of the block, each with one value. The caller writes the
   * values into the returned array.
   */
  takeAll(count: number): Float64Array {
    this.count = count;
    this.rows = places(count);
    this.isSingle = true;
    this.longs = undefined;
    this.weights = undefined;
    this.values = roomForDoubles(this.values, count);
    return this.values;
  }

  /** Returns private rows of at least `capacity`; the old contents are lost. */
  ownRows(capacity: number): Uint32Array {
    this.#own = roomForWords(this.#own, capacity);
    this.rows = this.#own;
    this.values = roomForDoubles(this.values, capacity);
    this.longs = undefined;
    this.weights = undefined;
    return this.#own;
  }

  /** Grows the private rows to `capacity` as `ownRows` does, but keeps the filled ones. */
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

  /** Adds weights, for rows that stand for several values. Called after `ownRows`. */
  withWeights(): void {
    this.weights = new Float64Array(this.values.length);
  }

  /** Adds longs that doubles cannot hold. Called after `ownRows`. */
  withLongs(): BigInt64Array {
    this.longs = new BigInt64Array(this.values.length);
    return this.longs;
  }
}
