/**
 * The query phase of one shard: finds the best matching documents by number and reads none of them.
 */
import { withJsonBuffer } from '@skein/content';
import {
  type GroupOf,
  type IndexSearcher,
  isCountedAtOnce,
  type Query,
  type TopDocs,
  type TopFieldDocs,
} from '@skein/search_library';
import { checkInnerHits } from '../inner_hits/check_inner_hits.js';
import type { SearchRequest } from '../request/search_request.js';
import { isSuggestOnly } from '../request/suggest_only.js';
import { type BoundRescore, bindRescores, rescoreHits } from '../rescore/rescore_hits.js';
import type { ShardQueryResult, ShardSearchRequest } from '../shard_messages.js';
import { suggestAtShard } from '../suggest/suggest_shard.js';
import { aggregate } from './aggregations/aggregate.js';
import { bindGroups, collectGroups } from './collapse_groups.js';
import type { ExecutionEnvironment } from './environment.js';
import { writeHits } from './fetch_phase.js';
import { type FoundHits, inTime, NOTHING_IN_TIME } from './found.js';
import { checkLimits, checkRescores } from './limits.js';
import { type PreparedSearch, prepareSearch } from './prepared_search.js';
import { collectPage } from './scroll_page.js';
import { shardHit } from './shard_hit.js';
import { type SortPlan, searchAfterValues } from './sort/sort_plan.js';

export function prepareQuery(
  search: ShardSearchRequest,
  environment: ExecutionEnvironment,
): PreparedSearch {
  const { request } = search.plan;
  checkLimits(request, environment.index);
  const prepared = prepareSearch(search, environment, deadlineMs(request.timeoutMs, environment));
  if (!isSuggestOnly(request)) checkRescores(request, environment.index);
  return prepared;
}

/** The deadline on the monotonic clock, counted from now. */
export function deadlineMs(
  timeoutMs: number | undefined,
  { clock }: ExecutionEnvironment,
): number | undefined {
  return timeoutMs === undefined ? undefined : clock.monotonicMs() + timeoutMs;
}

export function runQuery(
  prepared: PreparedSearch,
  environment: ExecutionEnvironment,
): ShardQueryResult {
  const startMs = environment.clock.monotonicMs();
  const { request, plan } = prepared;
  if (isSuggestOnly(request)) return suggestedOnly(prepared, environment, startMs);
  const { profiler } = prepared;
  const collect = (): FoundHits => {
    const bound = bindSearch(prepared);
    return rescoredHits(collectFor(prepared, bound), bound.rescores, prepared);
  };
  const found = profiler === undefined ? collect() : profiler.hits(collect);
  const aggregated = aggregate(prepared, environment);
  return {
    snapshotVersion: environment.reader.snapshotVersion,
    total: request.trackTotalHits < 0 ? undefined : found.total,
    maxScore: request.size === 0 ? Number.NaN : found.maxScore,
    hits: found.hits.slice(0, request.from + request.size).map((hit) => shardHit(hit, plan)),
    timedOut: found.timedOut || aggregated?.timedOut === true,
    terminatedEarly: isEarly(request, found),
    sortFormats: plan.formats,
    ...(aggregated ? { aggregations: aggregated.parts } : {}),
    ...suggested(prepared),
    ...(profiler ? { profile: profiler.profile(request) } : {}),
    tookMs: environment.clock.monotonicMs() - startMs,
  };
}

/** A request for suggestions only has no hits. */
function suggestedOnly(
  prepared: PreparedSearch,
  { reader, clock }: ExecutionEnvironment,
  startMs: number,
): ShardQueryResult {
  const { searchAfter } = prepared.request;
  // Errors of the parts that have no effect are reported nevertheless.
  bindSearch(prepared);
  if (searchAfter) searchAfterValues(prepared.plan, searchAfter, false);
  return {
    snapshotVersion: reader.snapshotVersion,
    total: { value: 0, relation: 'eq' },
    maxScore: Number.NaN,
    hits: [],
    timedOut: false,
    terminatedEarly: undefined,
    sortFormats: [],
    ...suggested(prepared),
    tookMs: clock.monotonicMs() - startMs,
  };
}

/** The time limit does not apply to suggestions. */
function suggested(prepared: PreparedSearch): Pick<ShardQueryResult, 'suggest'> {
  const { request, shard: context, searcher, interruption } = prepared;
  if (request.suggest === undefined) return {};
  interruption.liftDeadline();
  const hit = (doc: number, score: number): Uint8Array =>
    withJsonBuffer((buffer) => {
      writeHits([{ doc, score, sort: [] }], prepared, buffer);
      return buffer.finish();
    });
  return { suggest: suggestAtShard(request.suggest, { context, searcher, hit }) };
}

function isEarly({ terminateAfter, size }: SearchRequest, found: FoundHits): boolean | undefined {
  if (terminateAfter === undefined) return undefined;
  return found.terminatedEarly || (size === 0 && found.total.value > terminateAfter);
}

/** True if the matches are counted without iteration, which therefore cannot end early. */
function isCounted({ size, from, rescores, minScore }: SearchRequest, query: Query): boolean {
  const isPlain = size + from === 0 && rescores.length === 0 && minScore === undefined;
  return isPlain && isCountedAtOnce(query);
}

/** The parts of a request, bound before any document is read. */
interface BoundSearch {
  readonly query: Query;
  readonly rescores: readonly BoundRescore[];
  readonly groupOf: GroupOf | undefined;
}

function bindSearch(prepared: PreparedSearch): BoundSearch {
  const { request, shard } = prepared;
  const query = prepared.query();
  checkInnerHits(shard);
  return {
    query,
    rescores: bindRescores(request.rescores, shard),
    groupOf: request.collapse && bindGroups(request, request.collapse, shard),
  };
}

function collectFor({ request, plan, searcher }: PreparedSearch, bound: BoundSearch): FoundHits {
  const { query, groupOf } = bound;
  const { scroll } = request;
  if (groupOf) return collectGroups(searcher, query, { request, plan, groupOf });
  if (scroll) return collectPage(searcher, query, { request, plan, page: scroll });
  return collect(searcher, query, { request, plan });
}

/** The number of hits to collect: the page's, or the largest window of a rescorer. */
function hitsToCollect({ from, size, rescores }: SearchRequest): number {
  if (size === 0) return 0;
  return Math.max(from + size, ...rescores.map(({ windowSize }) => windowSize));
}

function rescoredHits(
  found: FoundHits,
  rescores: readonly BoundRescore[],
  { searcher }: PreparedSearch,
): FoundHits {
  if (rescores.length === 0 || found.hits.length === 0 || found.timedOut) return found;
  const hits = inTime(searcher.checkCancelled, () => rescoreHits(found.hits, rescores, searcher));
  if (hits === undefined) return { ...found, timedOut: true };
  return { ...found, hits, maxScore: hits[0]?.score ?? Number.NaN };
}

interface Collecting {
  readonly request: SearchRequest;
  readonly plan: SortPlan;
}

function collect(searcher: IndexSearcher, query: Query, { request, plan }: Collecting): FoundHits {
  const options = {
    size: hitsToCollect(request),
    totalHitsThreshold: Math.max(0, request.trackTotalHits),
    minScore: request.minScore,
    terminateAfter: isCounted(request, query) ? undefined : request.terminateAfter,
  };
  const after =
    request.searchAfter && searchAfterValues(plan, request.searchAfter, request.size > 0);
  const { trackScores } = request;
  const search = (): TopDocs | TopFieldDocs =>
    plan.fields.length === 0
      ? searcher.topDocs(query, options)
      : searcher.topFieldDocs(query, { ...options, sort: plan.fields, after, trackScores });
  return inTime(searcher.checkCancelled, search) ?? NOTHING_IN_TIME;
}
