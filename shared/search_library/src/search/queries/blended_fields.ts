/**
 * One word in several fields, scored as if the fields were one: a word is about as rare in each of them as it is where it is most
 * frequent, so that being rare in an unlikely field earns nothing. Fields in which the word is less frequent get a document frequency
 * that is greater by one each, which makes the likelier field win a tie. As the reference's cross-fields queries.
 */
import type { IndexSearcher } from '../index_searcher.js';
import type { Query } from '../query.js';
import type { TermStatistics } from '../statistics.js';
import type { BlendedTerm } from './blended_terms.js';
import { boostQuery } from './boost.js';
import { disjunctionMaxQuery } from './disjunction_max.js';
import { termQuery } from './term.js';

export function blendedFieldsQuery(terms: readonly BlendedTerm[], tieBreaker: number): Query {
  const query: Query = {
    kind: 'blended_fields',
    toString: () =>
      `blended(terms:[${terms.map((one) => termQuery(one.field, one.term)).join(', ')}])`,
    rewrite(searcher) {
      const statistics = blend(terms, searcher);
      const queries = terms.map(({ field, term, boost }, i) => {
        const one = termQuery(field, term, { statistics: statistics[i] as TermStatistics });
        return boost === 1 ? one : boostQuery(one, boost);
      });
      return searcher.rewrite(disjunctionMaxQuery(queries, tieBreaker));
    },
    createWeight: (searcher, needsScores, boost) =>
      searcher.createWeight(query.rewrite(searcher), needsScores, boost),
  };
  return query;
}

function blend(terms: readonly BlendedTerm[], searcher: IndexSearcher): readonly TermStatistics[] {
  const own = terms.map(({ field, term }) => searcher.termStatistics(field, term));
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
    one.docFreq === 0 ? one : { docFreq: frequencies[i] as number, totalTermFreq },
  );
}

/** The greatest one for all, and one more for each step down in frequency. */
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
