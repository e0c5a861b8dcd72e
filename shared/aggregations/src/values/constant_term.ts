/**
 * One term for all documents: a constant keyword, the name of the index, or a replacement for
 * missing values.
 */
import { type ReadTerms, type TermSource, TermTable, termsOfTable } from './term_source.js';

export function constantTerm(term: string): TermSource {
  const table = new TermTable();
  const id = table.idOf(term);
  const read: ReadTerms = ({ count }, into) => {
    into.takeAll(count).fill(id, 0, count);
  };
  return {
    segment: () => read,
    ...termsOfTable(table),
    everyTerm: (visit) => visit(id),
  };
}
