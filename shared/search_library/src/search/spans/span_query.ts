/**
 * The common parts of span queries: a field, the terms that count for the score, and the spans in a
 * segment.
 */

import { compareBytes } from '@skein/bytes';
import { explainSimilarity, phraseFrequency } from '../explain/explain_similarity.js';
import type { ExplainedDoc } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import type { IndexSearcher } from '../index_searcher.js';
import type { SpanMark, WordMark } from '../marks.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { NO_NORM, type SimilarityScorer } from '../similarity/similarity.js';
import { SpanScorer, type SpanScoring } from './span_scorer.js';
import type { SpanSource, TermsOfFields } from './span_source.js';

interface SpanTerm {
  readonly field: string;
  readonly term: Uint8Array;
}

/** A span query with its terms determined. */
export interface BoundSpans {
  readonly terms: readonly SpanTerm[];
  /** `null`: the segment has no spans. */
  open(place: TermsOfFields): SpanSource | null;
}

export interface SpanQuery extends Query {
  readonly kind: 'span';
  readonly field: string;
  /** The number of terms and patterns, at any depth. */
  readonly leafCount: number;
  /** The words that count in each span. */
  readonly words: readonly WordMark[];
  /** Without a searcher, binds to single texts, where patterns stand for words of the text. */
  bind(searcher: IndexSearcher | undefined): BoundSpans;
  marks(): readonly SpanMark[];
}

export function isSpan(query: Query): query is SpanQuery {
  return query.kind === 'span';
}

interface SpanParts {
  readonly field: string;
  readonly text: string;
  readonly words: readonly WordMark[];
  /** The span queries of which it is composed; absent: a term or a pattern. */
  readonly of?: readonly SpanQuery[];
  readonly bind: SpanQuery['bind'];
}

export function spanQuery({ field, text, words, of, bind }: SpanParts): SpanQuery {
  const query: SpanQuery = {
    kind: 'span',
    field,
    leafCount: of === undefined ? 1 : of.reduce((sum, { leafCount }) => sum + leafCount, 0),
    words,
    bind,
    marks: () => [{ kind: 'spans', field, words, open: (place) => bind(undefined).open(place) }],
    toString: () => text,
    rewrite: () => query,
    createWeight: (searcher, needsScores, boost) => {
      const bound = bind(searcher);
      const similarity = needsScores ? similarityOf(searcher, field, bound, boost) : undefined;
      return spanWeight({ field, text, bound, similarity });
    },
  };
  return query;
}

/** The similarity of all terms together, whose rarity is that of the spans. */
function similarityOf(
  searcher: IndexSearcher,
  field: string,
  { terms }: BoundSpans,
  boost: number,
): SimilarityScorer | undefined {
  const distinct = new Map(terms.map((one) => [`${one.field} ${one.term}`, one]));
  const statistics = [...distinct.values()]
    .sort((a, b) =>
      a.field === b.field ? compareBytes(a.term, b.term) : a.field < b.field ? -1 : 1,
    )
    .map((one) => searcher.termStatistics(one.field, one.term))
    .filter(({ docFreq }) => docFreq > 0);
  if (statistics.length === 0) return undefined;
  return searcher.similarity(field).scorer(boost, searcher.fieldStatistics(field), statistics);
}

interface SpansOfQuery {
  readonly field: string;
  readonly text: string;
  readonly bound: BoundSpans;
  readonly similarity: SimilarityScorer | undefined;
}

function spanWeight(spans: SpansOfQuery): Weight {
  const { field, bound, similarity } = spans;
  return {
    explain: (place) => explainSpans(spans, place),
    count: () => -1,
    scorerSupplier(segment): ScorerSupplier | null {
      const source = bound.open(segment);
      if (source === null) return null;
      const scoring = similarity && scoringOf(similarity, segment.norms(field));
      return { cost: source.docs.cost(), get: () => new SpanScorer(source, scoring) };
    },
  };
}

function scoringOf(similarity: SimilarityScorer, norms: Uint8Array | undefined): SpanScoring {
  return {
    weigh: ({ gaps }) => Math.fround(1 / (1 + gaps)),
    score: (frequency, doc) =>
      similarity.score(frequency, norms === undefined ? NO_NORM : norms[doc]),
    maxScore: similarity.score(Number.POSITIVE_INFINITY, NO_NORM),
  };
}

function explainSpans(
  { field, text, bound, similarity }: SpansOfQuery,
  { segment, doc }: ExplainedDoc,
): Explanation {
  const source = bound.open(segment);
  const scoring = similarity && scoringOf(similarity, segment.norms(field));
  const scorer = source && new SpanScorer(source, scoring);
  if (scorer === null || scorer.advance(doc) !== doc || !scorer.matches()) {
    return unmatched('no matching term');
  }
  if (similarity === undefined) return matched(1, text);
  const frequency = phraseFrequency(scorer.frequency());
  return explainSimilarity(similarity, { text, field, segment, doc, frequency });
}
