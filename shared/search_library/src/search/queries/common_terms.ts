/**
 * Terms of which the frequent ones only add to the score of documents that the others find. Works
 * like Lucene's CommonTermsQuery:
 * https://lucene.apache.org/core/9_12_1/queries/org/apache/lucene/queries/CommonTermsQuery.html
 */
import type { IndexSearcher } from '../index_searcher.js';
import { marksOfAll } from '../marks.js';
import type { Query } from '../query.js';
import { lookUpTerm } from '../term_states.js';
import { booleanQuery } from './boolean.js';
import { matchNoneQuery } from './match_none.js';
import { type TermQuery, termQuery } from './term.js';

/** The combination of the terms in one half. */
interface CommonTermsHalf {
  readonly operator: 'and' | 'or';
  /** The number of `terms` that must match if not all must. */
  readonly minimum: (terms: number) => number;
}

interface CommonTermsOptions {
  /**
   * Terms in more documents than this are frequent: a share of all documents, or a number of
   * documents from 1 on.
   */
  readonly cutoff: number;
  readonly low: CommonTermsHalf;
  readonly high: CommonTermsHalf;
}

export function commonTermsQuery(terms: readonly TermQuery[], options: CommonTermsOptions): Query {
  const query: Query = {
    kind: 'common_terms',
    marks: (searcher) => marksOfAll(terms, searcher),
    toString: () => terms.join(' '),
    rewrite(searcher) {
      const [first] = terms;
      if (first === undefined) return matchNoneQuery('CommonTermsQuery with no terms');
      if (terms.length === 1) return searcher.rewrite(termQuery(first.field, first.term));
      return searcher.rewrite(halves(terms, options, searcher));
    },
    createWeight: (searcher, needsScores, boost) =>
      searcher.createWeight(query.rewrite(searcher), needsScores, boost),
  };
  return query;
}

/** True if a term in `docFreq` documents is frequent. */
export function isCommon(docFreq: number, cutoff: number, maxDoc: number): boolean {
  return (cutoff >= 1 && docFreq > cutoff) || docFreq > Math.ceil(Math.fround(cutoff * maxDoc));
}

function halves(
  terms: readonly TermQuery[],
  { cutoff, low, high }: CommonTermsOptions,
  searcher: IndexSearcher,
): Query {
  const frequent = terms.map(({ field, term }) =>
    isCommon(lookUpTerm(searcher, field, term).statistics.docFreq, cutoff, searcher.maxDoc),
  );
  const rare = terms.filter((_term, i) => !frequent[i]);
  const common = terms.filter((_term, i) => frequent[i]);
  if (common.length === 0) return booleanQuery({ must: [half(rare, low)] });
  // If all terms are frequent, any one of them alone would match too many documents.
  if (rare.length === 0) {
    const isFree = high.operator === 'or' && high.minimum(common.length) === 0;
    return booleanQuery({
      should: [isFree ? half(common, { ...high, operator: 'and' }) : half(common, high)],
    });
  }
  return booleanQuery({ must: [half(rare, low)], should: [half(common, high)] });
}

function half(terms: readonly TermQuery[], { operator, minimum }: CommonTermsHalf): Query {
  if (operator === 'and') return booleanQuery({ must: terms });
  return booleanQuery({ should: terms, minimumShouldMatch: minimum(terms.length) });
}
