/**
 * Terms that are scored as if each were as frequent as the most frequent of them, so that a rare
 * misspelling does not score higher than the word. Works like Lucene's BlendedTermQuery:
 * https://lucene.apache.org/core/9_12_1/core/org/apache/lucene/search/BlendedTermQuery.html
 */

import { termMark } from '../marks.js';
import type { Query } from '../query.js';
import type { TermStatistics } from '../statistics.js';
import { booleanQuery } from './boolean.js';
import { boostQuery } from './boost.js';
import { matchNoneQuery } from './match_none.js';
import { termQuery } from './term.js';

export interface BlendedTerm {
  readonly field: string;
  readonly term: Uint8Array;
  readonly boost: number;
}

export function blendedTermsQuery(terms: readonly BlendedTerm[]): Query {
  const query: Query = {
    kind: 'blended_terms',
    marks: () => terms.map(({ field, term }) => termMark(field, term)),
    toString: () => `Blended(${terms.map((one) => termQuery(one.field, one.term)).join(' ')})`,
    rewrite(searcher) {
      if (terms.length === 0) return matchNoneQuery('no terms to blend');
      const all = terms.map(({ field, term }) => searcher.termStatistics(field, term));
      const statistics = blend(all);
      const should = terms.map(({ field, term, boost }) => {
        const one = termQuery(field, term, { statistics });
        return boost === 1 ? one : boostQuery(one, boost);
      });
      return searcher.rewrite(booleanQuery({ should }));
    },
    createWeight: (searcher, needsScores, boost) =>
      searcher.createWeight(query.rewrite(searcher), needsScores, boost),
  };
  return query;
}

function blend(all: readonly TermStatistics[]): TermStatistics {
  return {
    docFreq: Math.max(...all.map((one) => one.docFreq)),
    totalTermFreq: all.reduce((sum, one) => sum + one.totalTermFreq, 0),
  };
}
