/**
 * Matches documents that match as many of the queries as a number of their own requires, at least
 * one.
 */
import { NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import { type ExplainedDoc, explainWeight, scoreOf } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import { DocUnion } from '../iterators/doc_union.js';
import { hiddenMarks, marksOfAll } from '../marks.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import type { Scorer } from '../scorer.js';

export interface CoveringMinimum {
  /**
   * `undefined`: no document of the segment has a number. For a document that matches nothing, the
   * function returns none.
   */
  segment(segment: SegmentReader): ((doc: number) => number | undefined) | undefined;
  toString(): string;
}

/** The number is a field's value times `step`, truncated. */
export function fieldMinimum(field: string, step: number): CoveringMinimum {
  return {
    segment: (segment) => {
      const column = segment.numbers(field);
      return (
        column && ((doc) => (column.has(doc) ? Math.trunc(column.value(doc, 0) * step) : undefined))
      );
    },
    toString: () => `long(${field})`,
  };
}

export function coveringQuery(queries: readonly Query[], needed: CoveringMinimum): Query {
  const query: Query = {
    kind: 'covering',
    children: queries,
    marks: (searcher) => hiddenMarks(marksOfAll(queries, searcher)),
    toString: () => `CoveringQuery(queries=[${queries.join(', ')}], minimumNumberMatch=${needed})`,
    rewrite: () => query,
    createWeight: (searcher, needsScores, boost) => {
      const weights = queries.map((one) =>
        searcher.createWeight(searcher.rewrite(one), needsScores, boost),
      );
      const weight = coveringWeight(weights, needed);
      const explain = (place: ExplainedDoc) =>
        explainCovering(queries, { weights, weight, needed }, place);
      return { ...weight, explain };
    },
  };
  return query;
}

function coveringWeight(weights: readonly Weight[], needed: CoveringMinimum): Weight {
  return {
    count: () => -1,
    scorerSupplier(segment): ScorerSupplier | null {
      const minimum = needed.segment(segment);
      const suppliers = weights
        .map((weight) => weight.scorerSupplier(segment))
        .filter((supplier) => supplier !== null);
      if (minimum === undefined || suppliers.length === 0) return null;
      return {
        cost: suppliers.reduce((sum, { cost }) => sum + cost, 0),
        get: (leadCost) =>
          new CoveringScorer(
            suppliers.map((supplier) => supplier.get(leadCost)),
            minimum,
          ),
      };
    },
  };
}

class CoveringScorer extends DocUnion<Scorer> implements Scorer {
  readonly twoPhase = true;
  private readonly minimum: (doc: number) => number | undefined;
  private readonly matching: Scorer[] = [];
  private matchCount = 0;

  constructor(scorers: readonly Scorer[], minimum: (doc: number) => number | undefined) {
    super(scorers);
    this.minimum = minimum;
  }

  matches(): boolean {
    const needed = this.minimum(this.current);
    if (needed === undefined) return false;
    const { matching } = this;
    const count = this.heap.collectTop(matching);
    this.matchCount = 0;
    for (let i = 0; i < count; i++) {
      if (!matching[i].twoPhase || matching[i].matches()) matching[this.matchCount++] = matching[i];
    }
    return this.matchCount >= Math.max(1, needed);
  }

  score(): number {
    let sum = 0;
    for (let i = 0; i < this.matchCount; i++) sum += this.matching[i].score();
    return Math.fround(sum);
  }

  blockEnd(): number {
    return NO_MORE_DOCS;
  }

  maxScore(): number {
    return Number.POSITIVE_INFINITY;
  }

  setMinScore(): void {
    // Bounds of the members are useless before the required number of members is known.
  }
}

interface ExplainedCover {
  readonly weights: readonly Weight[];
  /** The weight of the whole query. */
  readonly weight: Weight;
  readonly needed: CoveringMinimum;
}

function explainCovering(
  queries: readonly Query[],
  { weights, weight, needed }: ExplainedCover,
  place: ExplainedDoc,
): Explanation {
  const each = queries.map((one, i) => explainWeight(one, weights[i], place));
  const matching = each.filter(({ matches }) => matches);
  const minimum = Math.max(1, needed.segment(place.segment)?.(place.doc) ?? 1);
  const words = `${matching.length} matches for ${minimum} required matches`;
  const score = scoreOf(weight, place);
  if (score !== undefined) return matched(score, `${words}, sum of:`, each);
  return unmatched(words, each);
}
