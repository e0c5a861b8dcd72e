/**
 * For how many documents each document stands: what its `_doc_count` says, 1 where it says nothing. Buckets count every document as 1, by kernels where they can, and add here what
 * some of them count beyond that: segments without the column have nothing to add.
 */
import type { NumberColumn, SegmentReader } from '@skein/search_library';
import type { DocBlock } from './doc_block.js';

/** The field. */
export const DOC_COUNT = '_doc_count';

/** Documents of a block that were put into buckets. */
export interface CountedRows {
  /** By row: the place of the document in the block. */
  readonly rows: Uint32Array;
  readonly buckets: Uint32Array;
  readonly count: number;
}

export class DocCounts {
  #column: NumberColumn | undefined;

  /** `undefined`: each document counts as 1. */
  segment(reader: SegmentReader | undefined): void {
    this.#column = reader?.numbers(DOC_COUNT);
  }

  /** Of a document of the segment at hand. */
  of(doc: number): number {
    const column = this.#column;
    return column?.has(doc) === true ? column.value(doc, 0) : 1;
  }

  /** Of the first `count` of these documents, together. */
  total(docs: Uint32Array, count: number): number {
    if (this.#column === undefined) return count;
    let total = 0;
    for (let i = 0; i < count; i++) total += this.of(docs[i] as number);
    return total;
  }

  /** To counts that have each row as 1. */
  addMore(
    counts: Float64Array,
    { docs }: Pick<DocBlock, 'docs'>,
    { rows, buckets, count }: CountedRows,
  ): void {
    const column = this.#column;
    if (column === undefined) return;
    for (let i = 0; i < count; i++) {
      const doc = docs[rows[i] as number] as number;
      if (!column.has(doc)) continue;
      const bucket = buckets[i] as number;
      counts[bucket] = (counts[bucket] as number) + column.value(doc, 0) - 1;
    }
  }
}
