/** Scores a match by its boost alone: neither frequency, rarity nor length count. */
import { matched } from '../explain/explanation.js';
import type { Similarity } from './similarity.js';

export function booleanSimilarity(): Similarity {
  return {
    scorer(boost) {
      const score = Math.fround(boost);
      return {
        score: () => score,
        explain: () =>
          matched(score, 'score(BooleanWeight), computed from:', [
            matched(score, 'boost, query boost'),
          ]),
      };
    },
  };
}
