/** Explains the score that a similarity gives to a frequency in a document. */
import { float32Text } from '@skein/content';
import type { SegmentReader } from '../../index/segment_reader.js';
import { NO_NORM, type SimilarityScorer } from '../similarity/similarity.js';
import { type Explanation, matched } from './explanation.js';

interface Frequency {
  /** The query in Lucene's notation. */
  readonly text: string;
  readonly doc: number;
  readonly frequency: Explanation;
}

interface ScoredFrequency extends Frequency {
  readonly field: string;
  readonly segment: SegmentReader;
}

export function explainSimilarity(
  similarity: SimilarityScorer,
  { field, segment, ...scored }: ScoredFrequency,
): Explanation {
  const norm = segment.norms(field)?.[scored.doc] ?? NO_NORM;
  return explainScore(similarity, { ...scored, norm });
}

/** `norm` is the encoded length. */
export function explainScore(
  similarity: SimilarityScorer,
  { text, doc, frequency, norm }: Frequency & { readonly norm: number },
): Explanation {
  const score = similarity.score(frequency.value, norm);
  const result =
    similarity.explain?.(frequency, norm) ??
    matched(score, `score(freq=${float32Text(frequency.value)}), computed from:`, [frequency]);
  return matched(score, `weight(${text} in ${doc}) [PerFieldSimilarity], result of:`, [result]);
}

export function termFrequency(freq: number): Explanation {
  return matched(freq, 'freq, occurrences of term within document');
}

export function phraseFrequency(freq: number): Explanation {
  return matched(freq, `phraseFreq=${float32Text(freq)}`);
}
