/** Statistics and scorers of a phrase. Its inverse document frequency is the sum over its terms. */

import type { SegmentReader, TermsReader } from '../../index/segment_reader.js';
import { explainSimilarity, phraseFrequency } from '../explain/explain_similarity.js';
import type { ExplainedDoc } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import type { IndexSearcher } from '../index_searcher.js';
import { type KernelNode, type KernelTerm, NOTHING } from '../kernels/kernel_node.js';
import { termNode } from '../kernels/term_node.js';
import { ExactMatcher } from '../phrase/exact_matcher.js';
import type { PhrasePlace } from '../phrase/phrase_matcher.js';
import { PhraseScorer } from '../phrase/phrase_scorer.js';
import { SloppyMatcher } from '../phrase/sloppy_matcher.js';
import { UnionPostings } from '../phrase/union_postings.js';
import type { ScorerSupplier, Weight } from '../query.js';
import type { Scorer } from '../scorer.js';
import { TermScorer } from '../scorers/term_scorer.js';
import type { SimilarityScorer } from '../similarity/similarity.js';
import { lookUpTerm, type TermStates } from '../term_states.js';
import type { PhraseQuery } from './phrase.js';

interface WeightOptions {
  readonly needsScores: boolean;
  readonly boost: number;
}

/** `ordinals[place]` are the terms of the place that the segment has. */
type PlaceOrdinals = readonly (readonly number[])[];

export function phraseWeight(
  query: PhraseQuery,
  searcher: IndexSearcher,
  { needsScores, boost }: WeightOptions,
): Weight {
  const { field } = query;
  const states = query.parts.terms.map((place) =>
    place.map((term) => lookUpTerm(searcher, field, term)),
  );
  const statistics = states
    .flat()
    .map((state) => state.statistics)
    .filter(({ docFreq }) => docFreq > 0);
  const similarity =
    needsScores && statistics.length > 0
      ? searcher.similarity(field).scorer(boost, searcher.fieldStatistics(field), statistics)
      : undefined;
  return {
    explain: (place) => explainPhrase(query, { states, similarity }, place),
    scorerSupplier: (segment) => supply(query, { states, similarity }, segment),
    kernel: (segment) => kernelNode(query, { states, similarity }, segment),
    count: (segment) => (segment.terms(field) === undefined ? 0 : -1),
  };
}

interface PhraseTerms {
  readonly states: readonly (readonly TermStates[])[];
  readonly similarity: SimilarityScorer | undefined;
}

function supply(
  query: PhraseQuery,
  { states, similarity }: PhraseTerms,
  segment: SegmentReader,
): ScorerSupplier | null {
  const terms = segment.terms(query.field);
  if (terms === undefined || !terms.hasPositions) return null;
  const ordinals = states.map((place) =>
    place.map((state) => state.ordinals.get(segment) ?? -1).filter((ordinal) => ordinal >= 0),
  );
  if (ordinals.some((place) => place.length === 0)) return null;
  const placeCost = (place: readonly number[]): number =>
    place.reduce((sum, ordinal) => sum + terms.docFreq(ordinal), 0);
  return {
    cost: ordinals.map(placeCost).reduce((least, cost) => Math.min(least, cost)),
    get: () => phraseScorer(query, { terms, ordinals, similarity, segment }),
  };
}

/** The kernel's node for exact phrases with one term per place. */
function kernelNode(
  { field, parts }: PhraseQuery,
  { states, similarity }: PhraseTerms,
  segment: SegmentReader,
): KernelNode | undefined {
  if (parts.slop !== 0 || states.some((place) => place.length !== 1)) return undefined;
  if (segment.terms(field)?.hasPositions !== true) return NOTHING;
  const first = parts.positions[0] ?? 0;
  const terms: KernelTerm[] = [];
  for (const [state] of states) {
    const ordinal = state?.ordinals.get(segment);
    if (ordinal === undefined) return NOTHING;
    const term = termNode({ segment, field, ordinal, similarity });
    if (term === undefined) return undefined;
    terms.push(term);
  }
  return { kind: 'phrase', terms, offsets: parts.positions.map((position) => position - first) };
}

interface SegmentPhrase {
  readonly terms: TermsReader;
  readonly ordinals: PlaceOrdinals;
  readonly similarity: SimilarityScorer | undefined;
  readonly segment: SegmentReader;
}

function phraseScorer(query: PhraseQuery, phrase: SegmentPhrase): Scorer {
  const { terms, ordinals, similarity, segment } = phrase;
  const { slop, positions } = query.parts;
  const first = positions[0] ?? 0;
  const norms = segment.norms(query.field);
  const bounding: Scorer[] = [];
  const places = ordinals.map((place, i): PhrasePlace => {
    const postings = place.map((ordinal) => terms.postings(ordinal, 'positions'));
    const only = postings.length === 1 ? postings[0] : undefined;
    if (only !== undefined && slop === 0 && similarity !== undefined) {
      bounding.push(new TermScorer({ postings: only, similarity, norms }));
    }
    return {
      postings: only ?? new UnionPostings(postings),
      offset: (positions[i] ?? 0) - first,
      terms: place.map(String),
    };
  });
  const matcher = slop === 0 ? new ExactMatcher(places) : new SloppyMatcher(places, slop);
  return new PhraseScorer({ places, matcher, similarity, norms, bounding });
}

function explainPhrase(query: PhraseQuery, phrase: PhraseTerms, place: ExplainedDoc): Explanation {
  const { segment, doc } = place;
  const scorer = supply(query, phrase, segment)?.get(1);
  if (scorer === undefined || scorer.advance(doc) !== doc) return unmatched('no matching terms');
  if (!scorer.matches()) return unmatched('no matching phrase');
  const { similarity } = phrase;
  const text = String(query);
  if (similarity === undefined || !(scorer instanceof PhraseScorer)) return matched(1, text);
  const frequency = phraseFrequency(scorer.phraseFrequency());
  return explainSimilarity(similarity, { text, field: query.field, segment, doc, frequency });
}
