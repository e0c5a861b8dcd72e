/**
 * Iterates over the terms of a column in order, reading many at once. Terms are compared by their
 * first bytes as a number, and by the rest only if these are equal.
 */
import type { OrdinalColumn } from '../index/segment_reader.js';

const CHUNK = 512;
/** A double holds this many bytes exactly. */
const PREFIX_BYTES = 6;

export class TermCursor {
  /** The global numbers of the terms, which the caller fills. */
  readonly numbers: Uint32Array;
  ordinal = 0;
  readonly #column: OrdinalColumn;
  #from = 0;
  #bytes = new Uint8Array(CHUNK * 16);
  /** Ends of the terms, by index in the chunk. */
  readonly #ends = new Uint32Array(CHUNK);
  readonly #prefixes = new Float64Array(CHUNK);

  /** The column must have terms. */
  constructor(column: OrdinalColumn, numbers: Uint32Array) {
    this.#column = column;
    this.numbers = numbers;
    this.#read(0);
  }

  /** Moves to the next term; false when there is none. */
  next(): boolean {
    this.ordinal++;
    if (this.ordinal >= this.#column.cardinality) return false;
    if (this.ordinal === this.#from + CHUNK) this.#read(this.ordinal);
    return true;
  }

  /** Negative if this cursor's term comes first. */
  compare(other: TermCursor): number {
    const at = this.ordinal - this.#from;
    const otherAt = other.ordinal - other.#from;
    return this.#prefixes[at] - other.#prefixes[otherAt] || this.#compareAll(at, other, otherAt);
  }

  #compareAll(at: number, other: TermCursor, otherAt: number): number {
    const start = at === 0 ? 0 : this.#ends[at - 1];
    const otherStart = otherAt === 0 ? 0 : other.#ends[otherAt - 1];
    const length = this.#ends[at] - start;
    const otherLength = other.#ends[otherAt] - otherStart;
    const shared = Math.min(length, otherLength);
    for (let i = 0; i < shared; i++) {
      const difference = this.#bytes[start + i] - other.#bytes[otherStart + i];
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  #read(from: number): void {
    const count = Math.min(CHUNK, this.#column.cardinality - from);
    this.#from = from;
    let place = 0;
    let end = 0;
    const take = (bytes: Uint8Array, length: number): void => {
      if (end + length > this.#bytes.length) this.#grow(end + length);
      let prefix = 0;
      for (let i = 0; i < length; i++) this.#bytes[end + i] = bytes[i];
      for (let i = 0; i < PREFIX_BYTES; i++) prefix = prefix * 256 + (i < length ? bytes[i] : 0);
      this.#prefixes[place] = prefix;
      end += length;
      this.#ends[place++] = end;
    };
    const ordinals = Uint32Array.from({ length: count }, (_, i) => from + i);
    if (this.#column.visitTerms !== undefined) this.#column.visitTerms(ordinals, take);
    else
      for (const ordinal of ordinals) {
        const term = this.#column.term(ordinal);
        take(term, term.length);
      }
  }

  #grow(needed: number): void {
    const longer = new Uint8Array(2 * needed);
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}
