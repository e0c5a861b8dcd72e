/** Matches documents with a term, scored by the field's similarity. */

import type { PostingsIterator, SegmentReader } from '../../index/segment_reader.js';
import { explainSimilarity, termFrequency } from '../explain/explain_similarity.js';
import type { ExplainedDoc } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import type { IndexSearcher } from '../index_searcher.js';
import { NOTHING } from '../kernels/kernel_node.js';
import { termNode } from '../kernels/term_node.js';
import { termMark } from '../marks.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { termText } from '../query_text.js';
import { ConstantScorer } from '../scorers/constant_scorer.js';
import { TermScorer } from '../scorers/term_scorer.js';
import type { SimilarityScorer } from '../similarity/similarity.js';
import type { TermStatistics } from '../statistics.js';
import { lookUpTerm, type TermStates } from '../term_states.js';

export interface TermQuery extends Query {
  readonly kind: 'term';
  readonly field: string;
  readonly term: Uint8Array;
}

interface TermOptions {
  /** Replaces the term's own statistics: the terms of a blended query all score by the same. */
  readonly statistics?: TermStatistics;
}

export function termQuery(field: string, term: Uint8Array, options: TermOptions = {}): TermQuery {
  const query: TermQuery = {
    kind: 'term',
    field,
    term,
    isCountedAtOnce: true,
    isByField: true,
    hasFewNumbers: true,
    requiredTerms: () => [{ field, term }],
    marks: () => [termMark(field, term)],
    toString: () => `${field}:${termText(term)}`,
    rewrite: () => query,
    createWeight(searcher, needsScores, boost) {
      const found = lookUpTerm(searcher, field, term);
      const states = { ...found, statistics: options.statistics ?? found.statistics };
      const similarity = needsScores ? scorerOf(searcher, field, states, boost) : undefined;
      return termWeight(query, states, similarity);
    },
  };
  return query;
}

export function isTerm(query: Query): query is TermQuery {
  return query.kind === 'term';
}

function scorerOf(
  searcher: IndexSearcher,
  field: string,
  states: TermStates,
  boost: number,
): SimilarityScorer | undefined {
  if (states.statistics.docFreq === 0) return undefined;
  return searcher
    .similarity(field)
    .scorer(boost, searcher.fieldStatistics(field), [states.statistics]);
}

function termWeight(
  query: TermQuery,
  states: TermStates,
  similarity: SimilarityScorer | undefined,
): Weight {
  const { field } = query;
  return {
    explain: (place) => explainTerm(query, { states, similarity }, place),
    scorerSupplier(segment): ScorerSupplier | null {
      const ordinal = states.ordinals.get(segment);
      const terms = segment.terms(field);
      if (ordinal === undefined || terms === undefined) return null;
      return {
        cost: terms.docFreq(ordinal),
        get: () =>
          similarity === undefined
            ? new ConstantScorer(terms.postings(ordinal, 'docs'), 0)
            : scored(segment, field, terms.postings(ordinal, 'freqs'), similarity),
      };
    },
    kernel(segment) {
      const ordinal = states.ordinals.get(segment);
      return ordinal === undefined ? NOTHING : termNode({ segment, field, ordinal, similarity });
    },
    count(segment) {
      const ordinal = states.ordinals.get(segment);
      if (ordinal === undefined) return 0;
      return segment.liveDocs === null ? (segment.terms(field)?.docFreq(ordinal) ?? 0) : -1;
    },
  };
}

function scored(
  segment: SegmentReader,
  field: string,
  postings: PostingsIterator,
  similarity: SimilarityScorer,
): TermScorer {
  return new TermScorer({ postings, similarity, norms: segment.norms(field) });
}

interface TermScoring {
  readonly states: TermStates;
  readonly similarity: SimilarityScorer | undefined;
}

function explainTerm(
  query: TermQuery,
  { states, similarity }: TermScoring,
  { segment, doc }: ExplainedDoc,
): Explanation {
  const { field } = query;
  const ordinal = states.ordinals.get(segment);
  const postings =
    ordinal === undefined ? undefined : segment.terms(field)?.postings(ordinal, 'freqs');
  if (postings === undefined || postings.advance(doc) !== doc) return unmatched('no matching term');
  if (similarity === undefined) return matched(1, String(query));
  const frequency = termFrequency(postings.freq());
  return explainSimilarity(similarity, { text: String(query), field, segment, doc, frequency });
}
