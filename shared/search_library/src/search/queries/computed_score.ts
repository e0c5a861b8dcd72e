/** The documents of a query with scores that a function computes. */
import { float32Text } from '@skein/content';
import type { SegmentReader } from '../../index/segment_reader.js';
import { type ExplainedDoc, explainWeight, scoreOf } from '../explain/explain_weight.js';
import { type Explanation, matched, unmatched } from '../explain/explanation.js';
import type { ComputeRows, ScoreFunction } from '../functions/score_function.js';
import { looseMarks, marksOf } from '../marks.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import type { Scorer } from '../scorer.js';
import { ComputedBatches } from '../scorers/computed_batches.js';
import { LiveBatches } from '../scorers/live_batches.js';
import { Rescored } from '../scorers/rescored.js';
import type { ScoreBatch } from '../scorers/score_batch.js';

export interface ComputedScore {
  readonly function: ScoreFunction;
  /** Documents with a lower score do not match. */
  readonly minScore: number | undefined;
  /** The text in explanations. */
  readonly text: string;
  /** The text of the query; absent: the same text. */
  readonly queryText?: (inner: Query) => string;
}

/** The boost multiplies the function's result; the function sees unboosted scores of `inner`. */
export function computedScoreQuery(inner: Query, computed: ComputedScore): Query {
  const query: Query = {
    kind: 'computed_score',
    profileName: 'ScriptScoreQuery',
    children: [inner],
    // OpenSearch highlights each word of a phrase in this query.
    marks: (searcher) => looseMarks(marksOf(inner, searcher)),
    toString: () => computed.queryText?.(inner) ?? computed.text,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      return rewritten === inner ? query : computedScoreQuery(rewritten, computed);
    },
    createWeight(searcher, needsScores, boost) {
      const needed = needsScores || computed.minScore !== undefined;
      const weight = searcher.createWeight(inner, needed && !!computed.function.needsScore, 1);
      if (!needed) return weight;
      const scored: Weight = {
        explain: (place) => explainComputed(inner, { weight, scored, computed }, place),
        count: (segment) => (computed.minScore === undefined ? weight.count(segment) : -1),
        scorerSupplier(segment): ScorerSupplier | null {
          const supplier = weight.scorerSupplier(segment);
          if (supplier === null) return null;
          const docBase = searcher.docBases[searcher.segments.indexOf(segment)];
          return {
            cost: supplier.cost,
            get: (leadCost) =>
              new ComputedScorer(
                supplier.get(leadCost),
                { function: computed.function, segment, docBase },
                { minScore: computed.minScore, boost },
              ),
          };
        },
      };
      return scored;
    },
  };
  return query;
}

interface ExplainedScore {
  /** The weight of the query inside. */
  readonly weight: Weight;
  readonly scored: Weight;
  readonly computed: ComputedScore;
}

function explainComputed(
  query: Query,
  { weight, scored, computed }: ExplainedScore,
  place: ExplainedDoc,
): Explanation {
  const why = explainWeight(query, weight, place);
  if (!why.matches) return why;
  const { minScore, text } = computed;
  const { needsScore, describe } = computed.function;
  const own = describe?.(place, why.value);
  const inner = own === undefined ? [matched(why.value, '_score: ', [why])] : [why];
  const details = needsScore ? inner : [];
  const score = scoreOf(scored, place);
  if (score !== undefined) return matched(score, own ?? text, details);
  const words = `Score value is too low, expected at least ${float32Text(minScore ?? 0)}`;
  return unmatched(words, details);
}

interface Scale {
  readonly minScore: number | undefined;
  readonly boost: number;
}

interface PlacedFunction {
  readonly function: ScoreFunction;
  readonly segment: SegmentReader;
  readonly docBase: number;
}

class ComputedScorer extends Rescored {
  readonly nextBatch?: () => ScoreBatch | undefined;
  private readonly value: (doc: number, score: () => number) => number;
  private readonly boost: number;
  private readonly innerScore: () => number;

  constructor(inner: Scorer, placed: PlacedFunction, { minScore, boost }: Scale) {
    super(inner, minScore);
    const { function: computed, segment, docBase } = placed;
    this.value = computed.segment(segment, docBase);
    this.boost = boost;
    this.innerScore = () => inner.score();
    const rows = computed.segmentRows?.(segment, docBase);
    if (rows === undefined) return;
    const matches = new LiveBatches(inner, segment.liveDocs, computed.needsScore === true);
    const batches = new ComputedBatches(matches, boosted(rows, boost), minScore);
    this.nextBatch = () => batches.next();
  }

  protected override compute(doc: number): number {
    return Math.fround(this.value(doc, this.innerScore) * this.boost);
  }
}

function boosted(rows: ComputeRows, boost: number): ComputeRows {
  return (batch, results) => {
    const end = rows(batch, results);
    for (let i = batch.from; i < end; i++) results[i] = Math.fround(results[i] * boost);
    return end;
  };
}
