/** Explains the scores of rescorers, around the explanation of the query's own score. */
import {
  type ExplainedDoc,
  type Explanation,
  explainWeight,
  type IndexSearcher,
  matched,
} from '@skein/search_library';
import { rescored } from './rescore.js';
import type { BoundRescore } from './rescore_hits.js';

/** The returned function can be called for one document after another. */
export function rescoreExplainer(
  rescores: readonly BoundRescore[],
  searcher: IndexSearcher,
): (first: Explanation, place: ExplainedDoc, rescoredBy: readonly number[]) => Explanation {
  const bound = rescores.map(({ rescore, query }) => {
    const rewritten = searcher.rewrite(query);
    return { rescore, rewritten, weight: searcher.createWeight(rewritten, true, 1) };
  });
  return (first, place, rescoredBy) =>
    bound.reduce((before, { rescore, rewritten, weight }, i) => {
      if (!before.matches) return before;
      const { queryWeight, rescoreQueryWeight, mode } = rescore;
      const primary = weighed(before, queryWeight, 'primaryWeight');
      if (!rescoredBy.includes(i)) return primary;
      const again = explainWeight(rewritten, weight, place);
      if (!again.matches) return primary;
      const score = rescored(rescore, before.value, again.value);
      const secondary = weighed(again, rescoreQueryWeight, 'secondaryWeight');
      return matched(score, `${MODE_WORDS[mode]} of:`, [primary, secondary]);
    }, first);
}

const MODE_WORDS = {
  avg: 'avg',
  max: 'max',
  min: 'min',
  multiply: 'product',
  total: 'sum',
} as const;

function weighed(why: Explanation, weight: number, called: string): Explanation {
  const value = Math.fround(why.value * weight);
  return matched(value, 'product of:', [why, matched(weight, called)]);
}
