/**
 * Matches documents with intervals of a field. The more intervals there are and the tighter they
 * are, the closer the score is to the boost.
 */
import type { ExplainedDoc } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import { looseMarks } from '../marks.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { SpanScorer, type SpanScoring } from '../spans/span_scorer.js';
import type { BoundIntervals, Intervals } from './sources.js';

export function intervalQuery(field: string, intervals: Intervals): Query {
  const query: Query = {
    kind: 'intervals',
    profileName: 'IntervalQuery',
    leafCount: intervals.leafCount,
    toString: () => `${field}:${intervals.text}`,
    marks: () => looseMarks(intervals.words(field)),
    rewrite: () => query,
    createWeight: (searcher, needsScores, boost) => {
      const bound = intervals.bind(searcher);
      const scoring = needsScores ? scoringOf(intervals.minExtent, boost) : undefined;
      const explain = (place: ExplainedDoc) =>
        explainIntervals(query, { field, bound, scoring, boost }, place);
      return { ...intervalWeight(field, bound, scoring), explain };
    },
  };
  return query;
}

const { fround } = Math;
/** The frequency that gives half of the boost. */
const PIVOT = 1;

function scoringOf(minExtent: number, boost: number): SpanScoring {
  return {
    weigh: ({ start, end }) => Math.fround(1 / Math.max(end - start + 1 - minExtent + 1, 1)),
    score: (frequency) =>
      fround(boost * fround(1 - fround(PIVOT / fround(PIVOT + fround(frequency))))),
    maxScore: Math.fround(boost),
  };
}

function intervalWeight(
  field: string,
  bound: BoundIntervals,
  scoring: SpanScoring | undefined,
): Weight {
  return {
    count: () => -1,
    scorerSupplier(segment): ScorerSupplier | null {
      const source = bound.open(segment, field);
      if (source === null) return null;
      return { cost: source.docs.cost(), get: () => new SpanScorer(source, scoring) };
    },
  };
}

interface IntervalsOfQuery {
  readonly field: string;
  readonly bound: BoundIntervals;
  readonly scoring: SpanScoring | undefined;
  readonly boost: number;
}

function explainIntervals(
  query: Query,
  { field, bound, scoring, boost }: IntervalsOfQuery,
  { segment, doc }: ExplainedDoc,
): Explanation {
  const source = bound.open(segment, field);
  const scorer = source && new SpanScorer(source, scoring);
  if (scorer === null || scorer.advance(doc) !== doc || !scorer.matches()) {
    return unmatched('no matching intervals');
  }
  const words = 'Saturation function on interval frequency, computed as w * S / (S + k) from:';
  return matched(scorer.score(), words, [
    matched(boost, 'w, weight of this function'),
    matched(PIVOT, 'k, pivot feature value that would give a score contribution equal to w/2'),
    matched(scorer.frequency(), `S, the sloppy frequency of the interval query ${query}`),
  ]);
}
