/**
 * Tests whether documents of a block match a query. The matches of a segment are a bit set,
 * gathered at the segment's first block.
 */
import { leaveIfLong } from '@skein/base';
import {
  type IndexSearcher,
  matchingDocs,
  type Query,
  type SegmentReader,
  takeMemory,
  type Weight,
} from '@skein/search_library';

export class Matching {
  readonly #searcher: IndexSearcher;
  readonly #query: Query;
  #weight: Weight | undefined;
  #reader: SegmentReader | undefined;
  #bits: Uint32Array | undefined;

  constructor(searcher: IndexSearcher, query: Query) {
    this.#searcher = searcher;
    this.#query = query;
  }

  segment(reader: SegmentReader): void {
    this.#reader = reader;
    this.#bits = undefined;
  }

  /** The matches in the current segment, one bit a document. */
  bits(): Uint32Array {
    if (this.#bits === undefined) this.#bits = this.#gather();
    return this.#bits;
  }

  #gather(): Uint32Array {
    const reader = this.#reader;
    if (reader === undefined) return new Uint32Array(0);
    takeMemory(reader.maxDoc >> 3, '<agg>');
    this.#searcher.checkCancelled();
    leaveIfLong(reader.maxDoc >> 2);
    // `searcher.weight` is not used: it keeps the last weight, which is that of the request's
    // query.
    this.#weight ??= this.#searcher.createWeight(this.#searcher.rewrite(this.#query), false, 1);
    return matchingDocs(this.#weight, reader);
  }
}

export function hasBit(bits: Uint32Array, doc: number): boolean {
  return ((bits[doc >>> 5] >>> (doc & 31)) & 1) === 1;
}
