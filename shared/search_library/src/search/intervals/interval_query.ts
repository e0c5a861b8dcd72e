/** Documents with intervals of a field. The more of them and the tighter, the nearer the score comes to the boost. */
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { SpanScorer, type SpanScoring } from '../spans/span_scorer.js';
import type { BoundIntervals, Intervals } from './sources.js';

export function intervalQuery(field: string, intervals: Intervals): Query {
  const query: Query = {
    kind: 'intervals',
    toString: () => `${field}:${intervals.text}`,
    rewrite: () => query,
    createWeight: (searcher, needsScores, boost) =>
      intervalWeight(
        field,
        intervals.bind(searcher),
        needsScores ? scoringOf(intervals.minExtent, boost) : undefined,
      ),
  };
  return query;
}

/** The frequency at which half of the boost is reached. */
const PIVOT = 1;

function scoringOf(minExtent: number, boost: number): SpanScoring {
  return {
    weigh: ({ start, end }) => Math.fround(1 / Math.max(end - start + 1 - minExtent + 1, 1)),
    score: (frequency) => Math.fround(boost * Math.fround(1 - PIVOT / (PIVOT + frequency))),
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
