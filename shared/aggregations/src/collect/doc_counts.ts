/**
 * The number of documents that each document stands for: the value of its `_doc_count`, or 1
 * without one. Buckets count every document as 1, by kernels where they can, and add the rest here;
 * segments without the column have nothing to add.
 */
import type { NumberColumn, SegmentReader } from '@skein/search_library';
import type { DocBlock } from './doc_block.js';
import { type Doubles, grownDoubles } from './growable.js';

export const DOC_COUNT = '_doc_count';

/** Documents of a block that were put into buckets. */
export interface CountedRows {
  /** The place in the block of each row's document. */
  readonly rows: Uint32Array;
  readonly buckets: Uint32Array;
  readonly count: number;
}

/** The counts, grown if necessary, with 1 added to the bucket of each row. */
export function withRows(counts: Doubles, { buckets, count }: CountedRows): Doubles {
  let most = 0;
  for (let i = 0; i < count; i++) if (buckets[i] > most) most = buckets[i];
  const grown = grownDoubles(counts, most + 1);
  for (let i = 0; i < count; i++) {
    const bucket = buckets[i];
    grown[bucket] = grown[bucket] + 1;
  }
  return grown;
}

export class DocCounts {
  #column: NumberColumn | undefined;

  /** Starts a segment. If the reader is `undefined`, each document counts as 1. */
  segment(reader: SegmentReader | undefined): void {
    this.#column = reader?.numbers(DOC_COUNT);
  }

  /** The count of a document of the current segment. */
  of(doc: number): number {
    const column = this.#column;
    return column?.has(doc) === true ? column.value(doc, 0) : 1;
  }

  /** The total count of the first `count` of these documents. */
  total(docs: Uint32Array, count: number): number {
    if (this.#column === undefined) return count;
    let total = 0;
    for (let i = 0; i < count; i++) total += this.of(docs[i]);
    return total;
  }

  /** Adds to counts, in which each row counts as 1, the rest of each row's `_doc_count`. */
  addMore(
    counts: Float64Array,
    { docs }: Pick<DocBlock, 'docs'>,
    { rows, buckets, count }: CountedRows,
  ): void {
    const column = this.#column;
    if (column === undefined) return;
    for (let i = 0; i < count; i++) {
      const doc = docs[rows[i]];
      if (!column.has(doc)) continue;
      const bucket = buckets[i];
      counts[bucket] = counts[bucket] + column.value(doc, 0) - 1;
    }
  }
}
