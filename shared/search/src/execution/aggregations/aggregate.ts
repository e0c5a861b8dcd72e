/**
 * Runs the aggregations of a search on one shard and provides what they need from the search
 * language.
 */
import {
  type AggregationShard,
  type AggregationTree,
  bucketCounter,
  mergesSegments,
  reduceAggregations,
  type TakesSegment,
  TreeCollector,
  type ValueScript,
  type WantedValues,
} from '@skein/aggregations';
import { AssertionError } from '@skein/base';
import { double } from '@skein/content';
import { JDouble, toNumber, toNumbers, toText, toTexts, type Value } from '@skein/java';
import { type ScriptReference, scriptContext } from '@skein/script';
import { atLevelQuery, type Query } from '@skein/search_library';
import { innerResultWindow } from '../../inner_hits/check_inner_hits.js';
import { bindQuery } from '../../queries/bind_query.js';
import { inNested, wholeDocuments } from '../../queries/nested_path.js';
import type { QueryNode } from '../../queries/query_node.js';
import type { QueryShardContext } from '../../queries/query_shard_context.js';
import { unseen } from '../../queries/query_shard_context.js';
import { indexSalt } from '../../queries/score_functions/index_salt.js';
import { DEFAULT_MAX_BUCKETS } from '../../reduce/merge_query_results.js';
import { aggregatedQuery } from '../../request/aggregation_data.js';
import { documentScript } from '../../scripts/document_script.js';
import { heuristicScripts } from '../../scripts/heuristic_script.js';
import { metricScripts } from '../../scripts/metric_scripts.js';
import { refuseItself } from '../../scripts/refuse_itself.js';
import type { ExecutionEnvironment } from '../environment.js';
import { inTime } from '../found.js';
import { type PreparedSearch, withinLimits } from '../prepared_search.js';
import type { HelpedPart, Shareable } from '../segment_help.js';
import { topHits } from '../top_hits.js';

interface AggregatedShard {
  readonly parts: readonly unknown[];
  readonly timedOut: boolean;
}

/**
 * Returns `undefined` if the request has no aggregations, or if the scroll has returned them with
 * its first page.
 */
export function aggregate(
  prepared: PreparedSearch,
  { share = () => undefined, uses }: Pick<ExecutionEnvironment, 'share' | 'uses'>,
): AggregatedShard | undefined {
  const { aggregations, scroll } = prepared.request;
  if (aggregations === undefined || scroll?.counted === true) return undefined;
  const shard = aggregationShard(prepared);
  const collector = new TreeCollector(aggregations, shard);
  uses?.count(aggregations, shard.mapping);
  const isMergeable = () => mergesSegments(aggregations, shard);
  const shared = hasLimits(prepared) ? undefined : share({ ...extent(prepared), isMergeable });
  if (shared === undefined) return collected(collector, prepared);
  try {
    const own = collected(collector, prepared, shared.takes);
    const { check } = prepared.interruption;
    const others = own.timedOut ? undefined : inTime(check, () => shared.join(check));
    if (others === undefined) return { ...own, timedOut: true };
    return together(aggregations, prepared, [own, ...others]);
  } finally {
    shared.end();
  }
}

/** A helping thread's part of the aggregations: the segments that `takes` gives it. */
export function aggregateSome(prepared: PreparedSearch, takes: TakesSegment): HelpedPart {
  const { aggregations } = prepared.request;
  if (aggregations === undefined) throw new AssertionError('no aggregations to help with');
  const collector = new TreeCollector(aggregations, aggregationShard(prepared));
  return collected(collector, prepared, takes);
}

/** True if an option requires one pass over all documents. */
function hasLimits({ request, profiler }: PreparedSearch): boolean {
  const { minScore, terminateAfter } = request;
  return minScore !== undefined || terminateAfter !== undefined || profiler !== undefined;
}

function extent({ searcher }: PreparedSearch): Pick<Shareable, 'segments' | 'docs'> {
  const { segments, maxDoc } = searcher;
  const greatest = segments.reduce((most, segment) => Math.max(most, segment.maxDoc), 0);
  return { segments: segments.length, docs: maxDoc - greatest };
}

function collected(
  collector: TreeCollector,
  prepared: PreparedSearch,
  takes?: TakesSegment,
): HelpedPart {
  const { profiler, request } = prepared;
  const { minScore, terminateAfter } = request;
  const limits = { minScore, terminateAfter };
  const { check } = prepared.interruption;
  const collect = () => inTime(check, () => collector.collect(prepared.matches(), limits, takes));
  const done = profiler === undefined ? collect() : profiler.aggregated(collect);
  return { parts: collector.build(), timedOut: done === undefined };
}

function together(
  tree: AggregationTree,
  { request, interruption }: PreparedSearch,
  all: readonly HelpedPart[],
): AggregatedShard {
  const timedOut = all.some((one) => one.timedOut);
  const [own] = all;
  if (own !== undefined && all.length === 1) return own;
  const parts = reduceAggregations(
    tree,
    all.map((one) => one.parts),
    {
      isFinal: false,
      maxBuckets: request.maxBuckets ?? DEFAULT_MAX_BUCKETS,
      checkCancelled: interruption.check,
    },
  );
  return { parts, timedOut };
}

function aggregationShard(prepared: PreparedSearch): AggregationShard {
  const { shard, searcher, interruption, request, matches } = prepared;
  const salt = indexSalt(shard) + (prepared.origin?.shardId ?? 0);
  const countBuckets = bucketCounter(request.maxBuckets ?? DEFAULT_MAX_BUCKETS);
  const seenFrom = (
    context: QueryShardContext,
    around: Pick<AggregationShard, 'timeBuckets' | 'sample'> = {},
  ): AggregationShard => ({
    timeBuckets: around.timeBuckets,
    sample: around.sample,
    indexName: context.indexName,
    settings: context.settings,
    nowMs: context.nowMs,
    salt,
    searcher,
    mapping: context.mapping,
    nestedPath: context.nestedPath,
    countBuckets,
    checkCancelled: interruption.check,
    profiler: prepared.profiler?.aggregations,
    query: (query) => filterQuery(aggregatedQuery(query), context),
    allDocuments: prepared.allDocuments,
    matches,
    at(nestedPath) {
      return seenFrom(inNested(context, nestedPath), this);
    },
    innerResultWindow: innerResultWindow(context.settings),
    topHits: (hits) => topHits(hits, { prepared, context }),
    valueScript: (script, wanted) => valueScript(script, wanted, context),
    heuristicScript: heuristicScripts(context.scripts),
    metricScripts: (scripts) => metricScripts(scripts, context),
  });
  return seenFrom(shard);
}

/**
 * Restricts the filter to the documents of the aggregated level: a script need not run on others.
 */
function filterQuery(node: QueryNode, context: QueryShardContext): Query {
  const query = withinLimits(bindQuery(node, unseen(context)), context);
  const { nestedPath } = context;
  return nestedPath === undefined
    ? wholeDocuments(query, context)
    : atLevelQuery(query, nestedPath);
}

const AGGS = scriptContext('aggs');
const WRITERS = {
  numbers: (value: Value) => toNumbers(value, double),
  number: (value: Value) => toNumber(value, double),
  texts: (value: Value) => toTexts(withoutItself(value, 'ScriptBytesValues value')),
  text: (value: Value) => toText(withoutItself(value, 'ValuesSource.BytesValues script')),
} as const;

function withoutItself(value: Value, where: string): Value {
  refuseItself(value, where);
  return value;
}

function valueScript(
  reference: ScriptReference,
  wanted: WantedValues,
  shard: QueryShardContext,
): ValueScript {
  const write = WRITERS[wanted];
  const script = documentScript(reference, AGGS, shard);
  return {
    needsScore: script.needsScore,
    segment: (reader) => {
      const run = script.segment(reader);
      return (doc, score, value) => {
        const given = typeof value === 'number' ? new JDouble(value) : value;
        return write(run(doc, score, given));
      };
    },
  };
}
