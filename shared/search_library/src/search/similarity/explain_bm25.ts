/** The parts of a BM25 score, in Lucene's words. */
import { float32Text } from '@skein/content';
import { counted, type Explanation, matched } from '../explain/explanation.js';
import type { FieldStatistics, TermStatistics } from '../statistics.js';
import { decodeFieldLength } from './field_length.js';

export interface Bm25Parts {
  readonly k1: number;
  readonly b: number;
  /** Boost of the query, including the constant factor k1 + 1. */
  readonly boost: number;
  readonly field: FieldStatistics;
  readonly terms: readonly TermStatistics[];
}

interface Bm25Result {
  readonly frequency: Explanation;
  readonly norm: number;
  readonly lengthFactor: number;
  readonly score: number;
}

const f = Math.fround;
/** Greater codes each stand for several lengths. */
const LAST_EXACT_CODE = 39;

export function explainBm25(parts: Bm25Parts, result: Bm25Result): Explanation {
  const { boost, field, terms } = parts;
  const details = [explainIdf(field, terms), explainTf(parts, result)];
  if (boost !== 1) details.unshift(matched(boost, 'boost'));
  const freq = float32Text(result.frequency.value);
  return matched(result.score, `score(freq=${freq}), computed as boost * idf * tf from:`, details);
}

function explainIdf(field: FieldStatistics, terms: readonly TermStatistics[]): Explanation {
  const each = terms.map(({ docFreq }) =>
    matched(
      f(Math.log(1 + (field.docCount - docFreq + 0.5) / (docFreq + 0.5))),
      'idf, computed as log(1 + (N - n + 0.5) / (n + 0.5)) from:',
      [
        counted(docFreq, 'n, number of documents containing term'),
        counted(field.docCount, 'N, total number of documents with field'),
      ],
    ),
  );
  const [only] = each;
  if (only !== undefined && each.length === 1) return only;
  return matched(f(each.reduce((sum, { value }) => sum + value, 0)), 'idf, sum of:', each);
}

function explainTf({ k1, b, field }: Bm25Parts, result: Bm25Result): Explanation {
  const { frequency, norm, lengthFactor } = result;
  const saturation = f(1 + f(f(frequency.value) * lengthFactor));
  const approximate = norm > LAST_EXACT_CODE ? ' (approximate)' : '';
  const average = f(field.sumTotalTermFreq / Math.max(field.docCount, 1));
  return matched(
    f(1 - f(1 / saturation)),
    'tf, computed as freq / (freq + k1 * (1 - b + b * dl / avgdl)) from:',
    [
      frequency,
      matched(k1, 'k1, term saturation parameter'),
      matched(b, 'b, length normalization parameter'),
      matched(f(decodeFieldLength(norm)), `dl, length of field${approximate}`),
      matched(average, 'avgdl, average length of field'),
    ],
  );
}
