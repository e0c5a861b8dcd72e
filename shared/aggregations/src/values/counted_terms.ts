/**
 * The terms of a column, each repeated as often as the document has it. The counts are in a second
 * column.
 */
import { readTermCounts } from '@skein/mapping';
import type { OrdinalColumn } from '@skein/search_library';
import type { DocBlock } from '../collect/doc_block.js';
import { TermRows, type TermSource } from './term_source.js';

export function countedTerms(source: TermSource, counts: string): TermSource {
  const once = new TermRows();
  const { mostTerms } = source;
  return {
    ...(mostTerms !== undefined && { mostTerms }),
    segment(reader) {
      const read = source.segment(reader);
      const column = reader.ordinals(counts);
      return (block, into) => {
        read(block, once);
        repeat(once, into, column && { column, block });
      };
    },
    term: (id) => source.term(id),
    idOf: (term) => source.idOf(term),
    compare: (a, b) => source.compare(a, b),
    everyTerm: (visit) => source.everyTerm(visit),
  };
}

interface Counting {
  readonly column: OrdinalColumn;
  readonly block: DocBlock;
}

/** The rows of a document are adjacent, in the order of its terms. */
function repeat(once: TermRows, into: TermRows, counting: Counting | undefined): void {
  const { rows, ids, count } = once;
  into.ownRows(count);
  let kept = 0;
  for (let first = 0; first < count; ) {
    const row = rows[first];
    let end = first + 1;
    while (end < count && rows[end] === row) end++;
    const counts = countsOf(row, end - first, counting);
    for (let i = first; i < end; i++) {
      const times = counts[i - first];
      into.moreRows(kept + times);
      into.rows.fill(row, kept, kept + times);
      into.ids.fill(ids[i], kept, kept + times);
      kept += times;
    }
    first = end;
  }
  into.count = kept;
  into.isSingle = false;
}

function countsOf(row: number, length: number, counting: Counting | undefined): Uint32Array {
  const counts = new Uint32Array(length).fill(1);
  const doc = counting?.block.docs[row];
  if (counting === undefined || doc === undefined) return counts;
  const { column } = counting;
  for (let i = 0; column.has(doc) && i < column.valueCount(doc); i++) {
    readTermCounts(column.term(column.ordinal(doc, i)), counts);
  }
  return counts;
}
