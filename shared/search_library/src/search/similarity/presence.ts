/** Scores of a field of which is known which terms a document has, not how often: as of an index without frequencies. */
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
