/**
 * Scores documents by a number of their own, a feature such as a page rank. Values keep nine bits
 * of precision, as in Lucene's FeatureField, so there are few distinct ones: a feature's value is a
 * term, and all its documents have the same score.
 */
import { utf8 } from '@skein/bytes';
import type { SegmentReader, TermsReader } from '../../index/segment_reader.js';
import { type ExplainedDoc, scoreOf } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import type { IndexSearcher } from '../index_searcher.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { ConstantScorer } from '../scorers/constant_scorer.js';
import { Disjunction } from '../scorers/disjunction.js';
import { WindowedDisjunction } from '../scorers/windowed_disjunction.js';

export type FeatureFunction =
  /** `w * S / (S + k)`; without a pivot, `k` is the mean of the values. */
  | { readonly kind: 'saturation'; readonly pivot: number | undefined }
  | { readonly kind: 'log'; readonly scalingFactor: number }
  | { readonly kind: 'sigmoid'; readonly pivot: number; readonly exponent: number }
  | { readonly kind: 'linear' };

export interface Feature {
  readonly field: string;
  /** Distinguishes the features of one field; empty when it has only one. */
  readonly feature: string;
  readonly function: FeatureFunction;
  /** The feature's name in messages. */
  readonly name: string;
}

/** Bits of a float's mantissa that are dropped. */
const DROPPED_BITS = 15;
const SEPARATOR = 0;
const CODE_BYTES = 2;

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The term of a positive value; terms of one feature ascend with their values. */
export function featureTerm(feature: string, value: number): Uint8Array {
  float[0] = value;
  const code = bits[0] >>> DROPPED_BITS;
  return Uint8Array.of(...utf8(feature), SEPARATOR, code >>> 8, code & 0xff);
}

export function featureQuery(feature: Feature): Query {
  const query: Query = {
    kind: 'feature',
    toString: () =>
      `FeatureQuery(field=_feature, feature=${feature.name}, function=${feature.function.kind})`,
    rewrite: () => query,
    createWeight: (searcher, _needsScores, boost) => featureWeight(feature, searcher, boost),
  };
  return query;
}

interface ValueTerm {
  readonly ordinal: number;
  readonly code: number;
}

function featureWeight(feature: Feature, searcher: IndexSearcher, boost: number): Weight {
  const score = scoreFunction(withPivot(feature, searcher), Math.fround(boost));
  const weight: Weight = {
    count: () => -1,
    explain: (place) => explainFeature({ feature, searcher, boost, weight }, place),
    scorerSupplier(segment): ScorerSupplier | null {
      const terms = segment.terms(feature.field);
      const values = terms === undefined ? [] : valuesOf(terms, feature.feature);
      if (terms === undefined || values.length === 0) return null;
      const cost = values.reduce((sum, { ordinal }) => sum + terms.docFreq(ordinal), 0);
      return { cost, get: (leadCost) => scorerOf(segment, { terms, values, score }, leadCost) };
    },
  };
  return weight;
}

interface ScoredValues {
  readonly terms: TermsReader;
  readonly values: readonly ValueTerm[];
  readonly score: (value: number) => number;
}

function scorerOf({ maxDoc }: SegmentReader, scored: ScoredValues, leadCost: number) {
  const { terms, values, score } = scored;
  const scorers = values.map(
    ({ ordinal, code }) => new ConstantScorer(terms.postings(ordinal, 'docs'), score(decode(code))),
  );
  const [only] = scorers;
  if (only !== undefined && scorers.length === 1) return only;
  if (leadCost === Number.POSITIVE_INFINITY) {
    return new WindowedDisjunction(scorers, { maxDoc, needsScores: true });
  }
  return new Disjunction(scorers);
}

function valuesOf(terms: TermsReader, feature: string): readonly ValueTerm[] {
  const prefix = Uint8Array.of(...utf8(feature), SEPARATOR);
  const found: ValueTerm[] = [];
  for (let ordinal = terms.ceiling(prefix); ordinal < terms.size; ordinal++) {
    const term = terms.term(ordinal);
    if (!prefix.every((byte, i) => term[i] === byte)) break;
    if (term.length !== prefix.length + CODE_BYTES) continue;
    const [high = 0, low = 0] = term.subarray(prefix.length);
    found.push({ ordinal, code: (high << 8) | low });
  }
  return found;
}

function decode(code: number): number {
  bits[0] = code << DROPPED_BITS;
  return float[0];
}

type BoundFunction =
  | Exclude<FeatureFunction, { kind: 'saturation' }>
  | {
      readonly kind: 'saturation';
      readonly pivot: number;
    };

/** The pivot of a saturation; by default the value of the mean code. */
function withPivot(feature: Feature, searcher: IndexSearcher): BoundFunction {
  const given = feature.function;
  if (given.kind !== 'saturation') return given;
  if (given.pivot !== undefined) return { kind: 'saturation', pivot: given.pivot };
  let documents = 0;
  let sum = 0;
  for (const segment of searcher.segments) {
    const terms = segment.terms(feature.field);
    if (terms === undefined) continue;
    for (const { ordinal, code } of valuesOf(terms, feature.feature)) {
      const docFreq = terms.docFreq(ordinal);
      documents += docFreq;
      sum += code * docFreq;
    }
  }
  return { kind: 'saturation', pivot: documents === 0 ? 1 : decode(Math.trunc(sum / documents)) };
}

const f = Math.fround;

function scoreFunction(given: BoundFunction, weight: number): (value: number) => number {
  switch (given.kind) {
    case 'saturation': {
      const pivot = f(given.pivot);
      return (value) => f(weight * f(1 - f(pivot / f(value + pivot))));
    }
    case 'log':
      return (value) => f(weight * Math.log(f(f(given.scalingFactor) + value)));
    case 'sigmoid': {
      const exponent = f(given.exponent);
      const pivot = f(given.pivot) ** exponent;
      return (value) => f(weight * (1 - pivot / (value ** exponent + pivot)));
    }
    case 'linear':
      return (value) => f(weight * value);
  }
}

interface ExplainedFeature {
  readonly feature: Feature;
  readonly searcher: IndexSearcher;
  readonly boost: number;
  readonly weight: Weight;
}

const FORMULAS = {
  saturation: ['Saturation', 'w * S / (S + k)'],
  log: ['Log', 'w * log(a + S)'],
  sigmoid: ['Sigmoid', 'w * S^a / (S^a + k^a)'],
  linear: ['Linear', 'w * S'],
} as const;

function explainFeature(
  { feature, searcher, boost, weight }: ExplainedFeature,
  place: ExplainedDoc,
): Explanation {
  const score = scoreOf(weight, place);
  if (score === undefined) return unmatched(`no matching feature [${feature.name}]`);
  const bound = withPivot(feature, searcher);
  const [called, formula] = FORMULAS[bound.kind];
  const words = `${called} function on the _feature field for the ${feature.name} feature, computed as ${formula} from:`;
  const details = [matched(boost, 'w, weight of this function')];
  if (bound.kind === 'saturation' || bound.kind === 'sigmoid') {
    const pivot = 'k, pivot feature value that would give a score contribution equal to w/2';
    details.push(matched(bound.pivot, pivot));
  }
  if (bound.kind === 'log') details.push(matched(bound.scalingFactor, 'a, scaling factor'));
  if (bound.kind === 'sigmoid')
    details.push(
      matched(
        bound.exponent,
        'a, exponent, higher values make the function grow slower before k and faster after k',
      ),
    );
  details.push(matched(valueAt(feature, place), 'S, feature value'));
  return matched(score, words, details);
}

function valueAt({ field, feature }: Feature, { segment, doc }: ExplainedDoc): number {
  const terms = segment.terms(field);
  if (terms === undefined) return 0;
  const found = valuesOf(terms, feature).find(
    ({ ordinal }) => terms.postings(ordinal, 'docs').advance(doc) === doc,
  );
  return found === undefined ? 0 : decode(found.code);
}
