/** Explains one document, by the weight's own explanation or by that of a constant score. */
import { float32Text } from '@skein/content';
import type { SegmentReader } from '../../index/segment_reader.js';
import type { Query, Weight } from '../query.js';
import { type Explanation, matched, unmatched } from './explanation.js';

export interface ExplainedDoc {
  readonly segment: SegmentReader;
  /** The document's number in the segment. */
  readonly doc: number;
}

export function explainWeight(query: Query, weight: Weight, place: ExplainedDoc): Explanation {
  return weight.explain?.(place) ?? explainAsConstant(String(query), weight, place);
}

/**
 * Explains a clause whose score is not used. Lucene explains such a clause through its cached
 * weight, which gives no reasons.
 */
export function explainFilter(query: Query, weight: Weight, place: ExplainedDoc): Explanation {
  const score = scoreOf(weight, place);
  if (score === undefined) return unmatched(`${query} doesn't match id ${place.doc}`);
  return matched(1, String(query));
}

export function explainAsConstant(text: string, weight: Weight, place: ExplainedDoc): Explanation {
  const score = scoreOf(weight, place);
  if (score === undefined) return unmatched(`${text} doesn't match id ${place.doc}`);
  return matched(score, score === 1 ? text : `${text}^${float32Text(score)}`);
}

/** The score of one document, `undefined` when it does not match. */
export function scoreOf(weight: Weight, { segment, doc }: ExplainedDoc): number | undefined {
  const scorer = weight.scorerSupplier(segment)?.get(1);
  if (!scorer || scorer.advance(doc) !== doc) return undefined;
  return scorer.twoPhase && !scorer.matches() ? undefined : scorer.score();
}
