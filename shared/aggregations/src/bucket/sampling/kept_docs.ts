/**
 * Keeps documents until all have been seen, and then passes them to the children. It is for types
 * that know the bucket of a document, or that it has one, only at the end.
 */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../../collect/children.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { type Doubles, grownDoubles, grownWords, type Words } from '../../collect/growable.js';

interface Placed {
  readonly reader: SegmentReader;
  readonly docBase: number;
}

export class KeptDocs {
  readonly #segments: Placed[] = [];
  #isScored = false;
  size = 0;
  /** The number of each document in the searcher; ascending. */
  docs: Words = new Uint32Array(0);
  scores: Doubles = new Float64Array(0);

  segment(reader: SegmentReader, docBase: number): void {
    this.#segments.push({ reader, docBase });
  }

  /** Appends all documents of the block. */
  addAll({ docs, scores, count }: DocBlock): void {
    this.#reserve(this.size + count, scores !== undefined);
    const base = this.#segments.at(-1)?.docBase ?? 0;
    for (let i = 0; i < count; i++) {
      this.docs[this.size + i] = base + docs[i];
      if (scores !== undefined) this.scores[this.size + i] = scores[i];
    }
    this.size += count;
  }

  /** Appends the documents at `rows` of the block. */
  addRows({ docs, scores }: DocBlock, rows: Uint32Array, count: number): void {
    this.#reserve(this.size + count, scores !== undefined);
    const base = this.#segments.at(-1)?.docBase ?? 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      this.docs[this.size + i] = base + docs[row];
      if (scores !== undefined) this.scores[this.size + i] = scores[row];
    }
    this.size += count;
  }

  #reserve(end: number, isScored: boolean): void {
    this.#isScored = isScored;
    this.docs = grownWords(this.docs, end);
    if (isScored) this.scores = grownDoubles(this.scores, end);
  }

  /**
   * Passes the kept documents at the indexes `chosen` to the children; these ascend. `bucketOf`
   * holds the bucket of each kept document.
   */
  hand(
    children: Pick<Children, 'segment' | 'collect'>,
    chosen: Uint32Array,
    bucketOf: Uint32Array,
  ): void {
    const { docs, scores } = this;
    let from = 0;
    for (const { reader, docBase } of this.#segments) {
      children.segment(reader, docBase);
      const end = docBase + reader.maxDoc;
      let to = from;
      while (to < chosen.length && docs[chosen[to]] < end) to++;
      const own = chosen.subarray(from, to);
      from = to;
      if (own.length === 0) continue;
      children.collect({
        count: own.length,
        docs: own.map((at) => docs[at] - docBase),
        owners: own.map((at) => bucketOf[at]),
        scores: this.#isScored ? Float32Array.from(own, (at) => scores[at]) : undefined,
      });
    }
  }
}
