/**
 * Tests a similarity with made-up statistics. Scores must not be negative, fall with rising
 * frequency, or rise with the length, because top-k searches skip documents by these rules.
 */
import { float32Text } from '@skein/content';
import type { Similarity, SimilarityScorer } from '@skein/search_library';
import { illegal } from './similarity_settings.js';

const FIELD = { docCount: 1100, sumTotalTermFreq: 3000, sumDocFreq: 2000 };
const TERM = { docFreq: 100, totalTermFreq: 130 };
const BOOST = 2;
const LENGTH = 20;
const TRIES = 10;

export function checkSimilarity(similarity: Similarity): void {
  const scorer = similarity.scorer(BOOST, FIELD, [TERM]);
  let previous = 0;
  for (let freq = 1; freq <= TRIES; freq++) {
    const score = scorer.score(freq, LENGTH);
    if (score < 0) {
      throw illegal(
        `Similarities should not return negative scores:\n${shown(scorer, freq, LENGTH)}`,
      );
    }
    if (score < previous) {
      throw illegal(
        `Similarity scores should not decrease when term frequency increases:\n${shown(scorer, freq - 1, LENGTH)}\n${shown(scorer, freq, LENGTH)}`,
      );
    }
    previous = score;
  }
  for (let length = 2; length <= TRIES; length++) {
    if (scorer.score(1, length) > scorer.score(1, length - 1)) {
      throw illegal(
        `Similarity scores should not increase when norm increases:\n${shown(scorer, 1, length - 1)}\n${shown(scorer, 1, length)}`,
      );
    }
  }
}

/** Lengths this small are encoded exactly. */
function shown(scorer: SimilarityScorer, freq: number, length: number): string {
  return `${float32Text(scorer.score(freq, length))} = score computed from:\n  ${freq} = doc.freq\n  ${length} = doc.length\n`;
}
