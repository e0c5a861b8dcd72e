/** Scores a match by its boost alone: neither frequency, rarity nor length count. */
import type { Similarity } from './similarity.js';

export function booleanSimilarity(): Similarity {
  return {
    scorer(boost) {
      const score = Math.fround(boost);
      return { score: () => score };
    },
  };
}
