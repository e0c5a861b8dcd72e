/**
 * Scores a field for which it is known which terms a document has, but not how often, as in an
 * index without frequencies.
 */
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
  return {
    ...(scorer.monotonic === false ? { monotonic: false } : {}),
    score: (_freq, norm) => scorer.score(1, norm),
    ...(explain && {
      explain: (frequency, norm) => explain.call(scorer, { ...frequency, value: 1 }, norm),
    }),
  };
}
