/**
 * The terms of a column that begin with a prefix, as a column of their own without the prefix: the
 * values at one path of a flattened object. They are a contiguous range of ordinals, in the column
 * and in each document.
 */
import { firstWhere } from '@skein/base';
import { compareBytes } from '@skein/bytes';
import type { OrdinalColumn } from '../../index/segment_reader.js';

export class ColumnWithin implements OrdinalColumn {
  readonly cardinality: number;
  readonly slots = undefined;
  readonly #column: OrdinalColumn;
  readonly #prefix: Uint8Array;
  readonly #from: number;
  readonly #to: number;
  /** The document requested last, and the range of its ordinals among all of its ordinals. */
  #doc = -1;
  #first = 0;
  #count = 0;

  constructor(column: OrdinalColumn, prefix: Uint8Array) {
    this.#column = column;
    this.#prefix = prefix;
    this.#from = placeOf(column, prefix);
    this.#to = placeBehind(column, prefix, this.#from);
    this.cardinality = this.#to - this.#from;
  }

  has(doc: number): boolean {
    return this.valueCount(doc) > 0;
  }

  valueCount(doc: number): number {
    if (doc !== this.#doc) this.#locate(doc);
    return this.#count;
  }

  ordinal(doc: number, i: number): number {
    if (doc !== this.#doc) this.#locate(doc);
    return this.#column.ordinal(doc, this.#first + i) - this.#from;
  }

  term(ordinal: number): Uint8Array {
    return this.#column.term(this.#from + ordinal).subarray(this.#prefix.length);
  }

  find(term: Uint8Array): number {
    const whole = new Uint8Array(this.#prefix.length + term.length);
    whole.set(this.#prefix);
    whole.set(term, this.#prefix.length);
    const found = this.#column.find(whole);
    return found >= 0 ? found - this.#from : found + this.#from;
  }

  #locate(doc: number): void {
    const column = this.#column;
    const count = column.valueCount(doc);
    let at = 0;
    while (at < count && column.ordinal(doc, at) < this.#from) at++;
    this.#first = at;
    while (at < count && column.ordinal(doc, at) < this.#to) at++;
    this.#count = at - this.#first;
    this.#doc = doc;
  }
}

/** Ordinal of the first term >= `term`. */
function placeOf(column: OrdinalColumn, term: Uint8Array): number {
  const found = column.find(term);
  return found >= 0 ? found : -found - 1;
}

/** Ordinal of the first term from `from` on that does not begin with `prefix`. */
function placeBehind(column: OrdinalColumn, prefix: Uint8Array, from: number): number {
  const isBehind = (ordinal: number): boolean =>
    compareBytes(column.term(ordinal).subarray(0, prefix.length), prefix) !== 0;
  return firstWhere(column.cardinality, isBehind, from);
}
