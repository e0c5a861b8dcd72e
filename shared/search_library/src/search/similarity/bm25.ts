/**
 * BM25 as OpenSearch 2 computes it: Lucene's formula with the constant factor k1+1 kept in the
 * numerator,
 *
 *     boost * idf * (k1 + 1) * tf / (tf + k1 * (1 - b + b * dl / avgdl))
 *
 * computed as `w - w / (1 + tf * inverse(dl))`, which is monotonic in tf and dl even in float32.
 * Every step is rounded as in Lucene, so that scores and ties equal those of OpenSearch.
 *
 * Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009).
 */
import type { Explanation } from '../explain/explanation.js';
import type { FieldStatistics, TermStatistics } from '../statistics.js';
import { type Bm25Parts, explainBm25 } from './explain_bm25.js';
import { decodeFieldLength } from './field_length.js';
import type { Similarity, SimilarityScorer } from './similarity.js';

export interface Bm25Options {
  /** Saturation of the term frequency. */
  readonly k1?: number;
  /** Influence of the field length, 0 … 1. */
  readonly b?: number;
  /** Leaves out the constant factor, as Lucene itself does. */
  readonly plain?: boolean;
}

const DEFAULT_K1 = 1.2;
const DEFAULT_B = 0.75;
const f = Math.fround;
/** The most tables of factors that are kept. */
const MAX_KNOWN = 32;

export function bm25(options: Bm25Options = {}): Similarity {
  const k1 = f(options.k1 ?? DEFAULT_K1);
  const b = f(options.b ?? DEFAULT_B);
  const constant = options.plain ? 1 : f(1 + k1);
  /** The length of each code; its factor is 1 / (k1 * (1 - b + b * dl / avgdl)). */
  const lengths = Float32Array.from({ length: 256 }, (_, code) => decodeFieldLength(code));
  /** Factors by average length, since searches use the same fields again and again. */
  const known = new Map<number, Float32Array>();
  const factorsOf = (field: FieldStatistics): Float32Array => {
    const average = f(field.sumTotalTermFreq / Math.max(field.docCount, 1));
    const before = known.get(average);
    if (before !== undefined) return before;
    if (known.size >= MAX_KNOWN) known.clear();
    const factors = lengths.map((length) => 1 / f(k1 * f(f(1 - b) + f(f(b * length) / average))));
    known.set(average, factors);
    return factors;
  };
  return {
    scorer(boost, field, terms) {
      const factor = f(f(boost) * constant);
      const weight = f(factor * inverseDocumentFrequency(field.docCount, terms));
      const parts = { k1, b, boost: factor, field, terms };
      return new Bm25Scorer(weight, factorsOf(field), parts);
    },
  };
}

/**
 * Sum over the terms of ln(1 + (N - df + 0.5) / (df + 0.5)), N counting the documents that have the
 * field.
 */
function inverseDocumentFrequency(docCount: number, terms: readonly TermStatistics[]): number {
  let sum = 0;
  for (const { docFreq } of terms) {
    sum += f(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));
  }
  return f(sum);
}

/** Its fields are public so that the loops over posting blocks can compute in place. */
export class Bm25Scorer implements SimilarityScorer {
  readonly weight: number;
  readonly lengthFactors: Float32Array;

  private readonly parts: Bm25Parts;

  constructor(weight: number, factors: Float32Array, parts: Bm25Parts) {
    this.weight = weight;
    this.lengthFactors = factors;
    this.parts = parts;
  }

  score(freq: number, norm: number): number {
    const saturation = f(1 + f(f(freq) * this.lengthFactors[norm]));
    return f(this.weight - f(this.weight / saturation));
  }

  explain(frequency: Explanation, norm: number): Explanation {
    const lengthFactor = this.lengthFactors[norm];
    const score = this.score(frequency.value, norm);
    return explainBm25(this.parts, { frequency, norm, lengthFactor, score });
  }
}
