/**
 * Matches one word in several fields, scored as if the fields were one. The word counts about as
 * rare in each field as it is where it is most frequent, so that being rare in an unlikely field
 * earns nothing. Each field in which the word is less frequent gets a document frequency greater by
 * one, so that the likelier field wins a tie. Works like Elasticsearch's cross-fields queries.
 */
import type { IndexSearcher } from '../index_searcher.js';
import { termMark } from '../marks.js';
import type { Query } from '../query.js';
import type { TermStatistics } from '../statistics.js';
import type { BlendedTerm } from './blended_terms.js';
import { booleanQuery } from './boolean.js';
import { boostQuery } from './boost.js';
import { isCommon } from './common_terms.js';
import { disjunctionMaxQuery } from './disjunction_max.js';
import { termQuery } from './term.js';

interface BlendedFieldsOptions {
  readonly tieBreaker: number;
  /**
   * Fields in which the word is more frequent than this only add to the score of the others;
   * `undefined`: all fields are alike.
   */
  readonly cutoff?: number | undefined;
}

export function blendedFieldsQuery(
  terms: readonly BlendedTerm[],
  options: BlendedFieldsOptions,
): Query {
  const query: Query = {
    kind: 'blended_fields',
    marks: () => terms.map(({ field, term }) => termMark(field, term)),
    toString: () =>
      `blended(terms:[${terms.map((one) => termQuery(one.field, one.term)).join(', ')}])`,
    rewrite(searcher) {
      const own = terms.map(({ field, term }) => searcher.termStatistics(field, term));
      const statistics = blend(terms, own, searcher);
      const queries = terms.map(({ field, term, boost }, i) => {
        const one = termQuery(field, term, { statistics: statistics[i] });
        return boost === 1 ? one : boostQuery(one, boost);
      });
      const { tieBreaker, cutoff } = options;
      if (cutoff === undefined) return searcher.rewrite(disjunctionMaxQuery(queries, tieBreaker));
      const frequent = own.map(({ docFreq }) => isCommon(docFreq, cutoff, searcher.maxDoc));
      return searcher.rewrite(rareFirst(queries, frequent));
    },
    createWeight: (searcher, needsScores, boost) =>
      searcher.createWeight(query.rewrite(searcher), needsScores, boost),
  };
  return query;
}

function rareFirst(queries: readonly Query[], frequent: readonly boolean[]): Query {
  const rare = queries.filter((_query, i) => !frequent[i]);
  const common = queries.filter((_query, i) => frequent[i]);
  if (rare.length === 0) return booleanQuery({ must: common });
  if (common.length === 0) return booleanQuery({ should: rare });
  return booleanQuery({
    must: [booleanQuery({ should: rare })],
    should: [booleanQuery({ should: common })],
  });
}

function blend(
  terms: readonly BlendedTerm[],
  own: readonly TermStatistics[],
  searcher: IndexSearcher,
): readonly TermStatistics[] {
  const found = terms.filter((_term, i) => own[i].docFreq > 0);
  if (terms.length <= 1 || found.length === 0) return own;
  const fewestTokens = Math.min(
    ...found.map(({ field }) => searcher.fieldStatistics(field).sumTotalTermFreq),
  );
  const limit = Math.min(searcher.maxDoc, fewestTokens);
  const occurrences = own.reduce((sum, { totalTermFreq }) => sum + totalTermFreq, 0);
  const totalTermFreq = Math.min(occurrences, fewestTokens);
  const frequencies = docFreqs(own, limit);
  return own.map((one, i) =>
    one.docFreq === 0 ? one : { docFreq: frequencies[i], totalTermFreq },
  );
}

/** The greatest document frequency for all, plus one for each step down in frequency. */
function docFreqs(own: readonly TermStatistics[], limit: number): readonly number[] {
  const order = own.map((_, i) => i).sort((a, b) => own[b].docFreq - own[a].docFreq);
  const result = own.map(() => 0);
  let previous = own[order[0]].docFreq;
  let docFreq = Math.min(limit, previous);
  for (const i of order) {
    if (own[i].docFreq === 0) break;
    if (previous > own[i].docFreq) docFreq++;
    result[i] = Math.min(limit, docFreq);
    previous = own[i].docFreq;
  }
  return result;
}
