/**
 * Changes the scores of a query by functions of the documents, each optionally for some documents
 * only.
 */

import type { SegmentReader } from '../../index/segment_reader.js';
import { explainFunctionScore } from '../explain/explain_function_score.js';
import { explainWeight, scoreOf } from '../explain/explain_weight.js';
import type { ScoreFunction } from '../functions/score_function.js';
import type { IndexSearcher } from '../index_searcher.js';
import { looseMarksWithSpans, marksOf } from '../marks.js';
import type { Query, ScorerSupplier, Weight } from '../query.js';
import { mayMatchNested } from '../query_traits.js';
import { type DocumentFunction, FunctionScorer } from '../scorers/function_scorer.js';

export interface WeightedFunction {
  /** Absent: the constant 1. */
  readonly function?: ScoreFunction | undefined;
  readonly weight?: number | undefined;
  /** Absent: the function applies to all documents. */
  readonly filter?: Query | undefined;
}

export interface FunctionScoreOptions {
  /** Combines the functions of a document into one factor. */
  readonly scoreMode: 'first' | 'avg' | 'max' | 'sum' | 'min' | 'multiply';
  /** Combines the factor with the query's score. */
  readonly boostMode: 'multiply' | 'replace' | 'sum' | 'avg' | 'max' | 'min';
  readonly maxBoost: number;
  /** Documents with a lower score do not match. */
  readonly minScore: number | undefined;
}

export function functionScoreQuery(
  inner: Query,
  functions: readonly WeightedFunction[],
  options: FunctionScoreOptions,
): Query {
  const query: Query = {
    kind: 'function_score',
    children: [inner],
    // OpenSearch highlights each word of a phrase in this query.
    marks: (searcher) => looseMarksWithSpans(marksOf(inner, searcher)),
    mayMatchNested: (isInside) => mayMatchNested(inner, isInside),
    toString: () => `function score (${inner}, functions: [${functions.length || ''}])`,
    rewrite(searcher) {
      const rewritten = searcher.rewrite(inner);
      if (rewritten.isNothing) return rewritten;
      return rewritten === inner ? query : functionScoreQuery(rewritten, functions, options);
    },
    createWeight(searcher, needsScores, boost) {
      if (!needsScores && options.minScore === undefined) {
        return searcher.createWeight(inner, false, boost);
      }
      const weight = searcher.createWeight(inner, true, boost);
      return functionScoreWeight({ inner, weight }, functions, { searcher, options });
    },
  };
  return query;
}

interface Frame {
  readonly searcher: IndexSearcher;
  readonly options: FunctionScoreOptions;
}

function functionScoreWeight(
  { inner, weight }: { readonly inner: Query; readonly weight: Weight },
  functions: readonly WeightedFunction[],
  { searcher, options }: Frame,
): Weight {
  const filters = functions.map(({ filter }) =>
    filter === undefined ? undefined : searcher.weight(filter, false),
  );
  const whole: Weight = {
    explain: (place) => {
      const docBase = searcher.docBases[searcher.segments.indexOf(place.segment)] ?? 0;
      const score = scoreOf(whole, place);
      const own = explainWeight(inner, weight, place);
      return explainFunctionScore(
        { functions, filters, options, inner: own, score, docBase },
        place,
      );
    },
    count: (segment) => (options.minScore === undefined ? weight.count(segment) : -1),
    scorerSupplier(segment): ScorerSupplier | null {
      const supplier = weight.scorerSupplier(segment);
      if (supplier === null) return null;
      const { cost } = supplier;
      const docBase = searcher.docBases[searcher.segments.indexOf(segment)];
      return {
        cost,
        get: (leadCost) => {
          const bound = functions.flatMap((each, i) =>
            bindFunction(each, filters[i], { segment, docBase, cost }),
          );
          return new FunctionScorer(supplier.get(leadCost), bound, options, segment.liveDocs);
        },
      };
    },
  };
  return whole;
}

interface Place {
  readonly segment: SegmentReader;
  readonly docBase: number;
  readonly cost: number;
}

/** Returns no function when no document of the segment passes the filter. */
function bindFunction(
  { function: given, weight }: WeightedFunction,
  filter: Weight | undefined,
  { segment, docBase, cost }: Place,
): DocumentFunction[] {
  const value = given?.segment(segment, docBase) ?? (() => 1);
  if (filter === undefined) {
    return [{ value, rows: given?.segmentRows?.(segment, docBase), weight, filter: undefined }];
  }
  const supplier = filter.scorerSupplier(segment);
  return supplier === null ? [] : [{ value, weight, filter: supplier.get(cost) }];
}
