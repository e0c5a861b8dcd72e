/** For tests: the results of an unscored search: all matches, and the first by a number. */
import type { IndexSearcher } from '../../index_searcher.js';
import type { Query } from '../../query.js';
import type { SortField } from '../../results.js';

const BY_NUMBER: SortField = {
  kind: 'number',
  field: 'num',
  integral: true,
  reverse: false,
  mode: 'min',
  missing: 'last',
};

export function unscored(searcher: IndexSearcher, query: Query): object {
  const matches: number[] = [];
  searcher.searchDocs(query, {
    segment: (_reader, docBase) => (docs, count) => {
      for (let i = 0; i < count; i++) matches.push(docBase + docs[i]);
    },
  });
  const sorted = searcher.topFieldDocs(query, {
    size: 5,
    totalHitsThreshold: 0,
    trackScores: false,
    sort: [BY_NUMBER],
  });
  return { matches, sorted: sorted.hits };
}
