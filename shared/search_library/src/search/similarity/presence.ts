/**
 * Scores a field for which it is known which terms a document has, but not how often, as in an
 * index without frequencies.
 */
import type { Explanation } from '../explain/explanation.js';
import type { Similarity, SimilarityScorer } from './similarity.js';

export function presence(of: Similarity): Similarity {
  return {
    ...of,
    scorer(boost, field, terms) {
      const counted = { ...field, sumTotalTermFreq: field.sumDocFreq };
      return onceOnly(of.scorer(boost, counted, terms));
    },
  };
}

function onceOnly(scorer: SimilarityScorer): SimilarityScorer {
  const { explain } = scorer;
  const own = {
    score: (_freq: number, norm: number) => scorer.score(1, norm),
    ...(explain && {
      explain: (frequency: Explanation, norm: number) =>
        explain.call(scorer, { ...frequency, value: 1 }, norm),
    }),
  };
  if (scorer.monotonic !== false) return own;
  // The score of one occurrence is no bound here.
  const score = (freq: number, norm: number) =>
    freq === Number.POSITIVE_INFINITY ? freq : own.score(freq, norm);
  return { ...own, score, monotonic: false };
}
