/**
 * Highlights of the documents of a `percolate` query: in each, the words of the stored query that
 * is the hit. They are shown under the names of the fields, with the number of the document in
 * front if the query has several documents, and in front of that the name of the query if there
 * are several percolate queries.
 */
import type { IndexSearcher, Query } from '@skein/search_library';
import type { PercolatedDocuments } from '../queries/query_shard_context.js';
import type { FetchHit } from './fetch_part.js';
import { fetchHit } from './hit.js';

/** The fragments of a field. */
export type Fragments = readonly [field: string, fragments: readonly string[]];

type Highlighted = (hit: FetchHit) => readonly Fragments[];

/** Prepares highlights of a query in documents of a searcher. */
export type OpenHighlights = (query: () => Query, searcher: IndexSearcher) => Highlighted;

export function percolatedHighlights(
  percolations: readonly PercolatedDocuments[],
  open: OpenHighlights,
): Highlighted {
  const isOnly = percolations.length === 1;
  return (found) => {
    if (found.nested) return [];
    return percolations.flatMap((percolation) => {
      const { name, count, searcher } = percolation;
      const matches = percolation.matches(found.segment, found.doc);
      if (matches === undefined) return [];
      const highlighted = open(() => matches.query, searcher);
      return matches.documents.flatMap(({ slot, doc }) => {
        const prefix = `${isOnly ? '' : `${name ?? null}_`}${count === 1 ? '' : `${slot}_`}`;
        const shown = highlighted(fetchHit(searcher, { ...found.hit, doc }));
        return shown.map(([field, fragments]) => [`${prefix}${field}`, fragments] as const);
      });
    });
  };
}
