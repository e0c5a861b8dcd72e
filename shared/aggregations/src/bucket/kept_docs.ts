/**
 * Keeps documents until all have been seen, then hands them to the children. Used by types that
 * know a document's bucket, or whether it has one, only at the end.
 */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../collect/children.js';
import type { DocBlock } from '../collect/doc_block.js';
import { type Doubles, grownDoubles, grownWords, type Words } from '../collect/growable.js';

interface Placed {
  readonly reader: SegmentReader;
  readonly docBase: number;
}

export class KeptDocs {
  readonly #segments: Placed[] = [];
  #isScored = false;
  size = 0;
  /** By place: the number of the document in the searcher; ascending. */
  docs: Words = new Uint32Array(0);
  scores: Doubles = new Float64Array(0);

  segment(reader: SegmentReader, docBase: number): void {
    this.#segments.push({ reader, docBase });
  }

  /** All documents of the block, from place `size` on. */
  addAll({ docs, scores, count }: DocBlock): void {
    this.#reserve(this.size + count, scores !== undefined);
    const base = this.#segments.at(-1)?.docBase ?? 0;
    for (let i = 0; i < count; i++) {
      this.docs[this.size + i] = base + (docs[i] as number);
      if (scores !== undefined) this.scores[this.size + i] = scores[i] as number;
    }
    this.size += count;
  }

  /** The documents at `rows` of the block, from place `size` on. */
  addRows({ docs, scores }: DocBlock, rows: Uint32Array, count: number): void {
    this.#reserve(this.size + count, scores !== undefined);
    const base = this.#segments.at(-1)?.docBase ?? 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number;
      this.docs[this.size + i] = base + (docs[row] as number);
      if (scores !== undefined) this.scores[this.size + i] = scores[row] as number;
    }
    this.size += count;
  }

  #reserve(end: number, isScored: boolean): void {
    this.#isScored = isScored;
    this.docs = grownWords(this.docs, end);
    if (isScored) this.scores = grownDoubles(this.scores, end);
  }

  /** `chosen`: places, ascending. `bucketOf`: by place, the bucket of the document there. */
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
      while (to < chosen.length && (docs[chosen[to] as number] as number) < end) to++;
      const own = chosen.subarray(from, to);
      from = to;
      if (own.length === 0) continue;
      children.collect({
        count: own.length,
        docs: own.map((at) => (docs[at] as number) - docBase),
        owners: own.map((at) => bucketOf[at] as number),
        scores: this.#isScored ? Float32Array.from(own, (at) => scores[at] as number) : undefined,
      });
    }
  }
}
