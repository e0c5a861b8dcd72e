/** Explains what a similarity makes of a frequency in a document. */
import type { SegmentReader } from '../../index/segment_reader.js';
import { boostText } from '../query_text.js';
import { NO_NORM, type SimilarityScorer } from '../similarity/similarity.js';
import { type Explanation, matched } from './explanation.js';

export interface ScoredFrequency {
  /** The query in Lucene's notation. */
  readonly text: string;
  readonly field: string;
  readonly segment: SegmentReader;
  readonly doc: number;
  readonly frequency: Explanation;
}

export function explainSimilarity(
  similarity: SimilarityScorer,
  scored: ScoredFrequency,
): Explanation {
  const { text, field, segment, doc, frequency } = scored;
  const norm = segment.norms(field)?.[doc] ?? NO_NORM;
  const score = similarity.score(frequency.value, norm);
  const result =
    similarity.explain?.(frequency, norm) ??
    matched(score, `score(freq=${boostText(frequency.value)}), computed from:`, [frequency]);
  return matched(score, `weight(${text} in ${doc}) [PerFieldSimilarity], result of:`, [result]);
}

export function termFrequency(freq: number): Explanation {
  return matched(freq, 'freq, occurrences of term within document');
}

export function phraseFrequency(freq: number): Explanation {
  return matched(freq, `phraseFreq=${boostText(freq)}`);
}
