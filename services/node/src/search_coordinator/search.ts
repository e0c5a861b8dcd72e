/** One search: its shards, the query phase, the reduce, the fetch phase, the response. */

import { soonInSlices } from '@skein/base';
import { ApiError } from '@skein/errors';
import { type RenderedSearch, renderSearch, type SearchRequest } from '@skein/search';
import { logsSlowSearches } from '@skein/shard';
import { isReadableShard } from '../shard_router/mod.js';
import { cancelledAfter } from './cancel_after.js';
import { pointInTimeGround } from './contexts/point_in_time.js';
import type { SearchAnswer, SearchCall, SearchOptions, SearchTerms } from './contract.js';
import { expandGroups } from './expand_groups.js';
import { allowsPartial, checkFailures, findPage, type PartialChoice } from './find_page.js';
import type { FoundPage } from './found_page.js';
import { gatherStatistics } from './gather_statistics.js';
import { nearestNeighbours } from './nearest_neighbours.js';
import type { EndedSearch } from './request_slow_log.js';
import { resolveDocuments } from './resolve_documents.js';
import type { SearchCaller, SearchCoordinatorParts } from './search_caller.js';
import type { ReadySearch } from './search_ground.js';
import { currentGround, type SearchGround } from './search_ground.js';
import {
  cancelledAfterMs,
  limitedRequest,
  refuseTooManyShards,
  showsPhases,
} from './search_limits.js';
import { checkPipeline } from './search_pipelines.js';
import { resolvingBoosts, type ShardToAsk } from './search_targets.js';
import { skipShards } from './skip_shards.js';

interface SearchSituation {
  /** Set for the items of `_msearch`, which show their status. */
  readonly shownStatus?: number;
}

export function search(
  call: SearchCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
  situation: SearchSituation = {},
): Promise<SearchAnswer> {
  const afterMs = cancelledAfterMs(call, parts.masterService.state());
  const answer = cancelledAfter(afterMs, { options, timers: parts.timers }, (limited) =>
    searchNow(call, limited, parts, situation),
  );
  return parts.searchTimes.during(answer);
}

/** Like `search`, without the cancellation timer. */
export async function searchNow(
  call: SearchCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
  situation: SearchSituation = {},
): Promise<SearchAnswer> {
  const startMs = parts.clock.monotonicMs();
  const caller = { options, parts };
  const { pit } = call.request;
  const owner = pit && parts.remoteContexts.ownerOf('pit', pit.id);
  if (owner !== undefined) {
    const { shownStatus } = situation;
    return parts.remoteContexts.search(owner, call, { ...options, shownStatus });
  }
  const page = pit
    ? await pointInTimeGround(call, pit, caller, (ground) => searchGround(call, ground, caller))
    : await searchCurrent(call, caller);
  const tookMs = parts.clock.monotonicMs() - startMs;
  parts.endedSearches.ended(endedSearch(call, page, { tookMs, options }));
  return answerOf(page, {
    tookMs,
    totalHitsAsInt: call.restTotalHitsAsInt,
    status: situation.shownStatus,
    context: pit && { name: 'pit_id', id: pit.id },
    phaseTook: shownPhases(call, page, caller),
  });
}

/** Whole milliseconds of each existing phase; undefined if they are not shown. */
export function shownPhases(
  call: SearchTerms,
  { phasesMs }: FoundPage,
  { parts }: SearchCaller,
): Readonly<Record<string, number>> | undefined {
  if (!showsPhases(call, parts.masterService.state())) return undefined;
  const shown = PHASES.map((name) => [name, Math.floor(phasesMs[name] ?? 0)] as const);
  return Object.fromEntries(shown);
}

const PHASES = ['dfs_pre_query', 'query', 'fetch', 'dfs_query', 'expand', 'can_match'] as const;

interface Ending {
  readonly tookMs: number;
  readonly options: SearchOptions;
}

/** The record for the slow log. */
export function endedSearch(
  { request, searchType }: Pick<SearchCall, 'request' | 'searchType'>,
  { merged, shards, phasesMs }: FoundPage,
  { tookMs, options: { opaqueId } }: Ending,
): EndedSearch {
  const { total } = merged;
  return { request: () => request, searchType, total, shards, phasesMs, tookMs, opaqueId };
}

function searchCurrent(call: SearchCall, caller: SearchCaller): Promise<FoundPage> {
  const ground = currentGround(call, caller);
  refuseMissing(call, ground);
  return searchGround(call, ground, caller);
}

async function searchGround(
  call: SearchCall,
  ground: SearchGround,
  caller: SearchCaller,
): Promise<FoundPage> {
  const page = await findPage(call, await prepareSearch(call, ground, caller), caller);
  const { collapse } = call.request;
  if (!collapse || collapse.innerHits.length === 0) return page;
  // An observer of the search's progress is not told of the searches for its groups.
  const unseen = { ...caller, options: { ...caller.options, progress: undefined } };
  const within = {
    search: (asked: SearchCall) => searchGround(asked, ground, unseen),
    parts: caller.parts,
  };
  const { clock } = caller.parts;
  const startMs = clock.monotonicMs();
  const hits = await expandGroups(call, collapse, page, within);
  const phasesMs = { ...page.phasesMs, expand: clock.monotonicMs() - startMs };
  return { ...page, hits, phasesMs };
}

/**
 * Completes the request with data needed before any shard answers: referenced documents, and
 * neighbours and statistics of all shards.
 */
export async function prepareSearch(
  call: SearchCall,
  ground: SearchGround,
  { options, parts }: SearchCaller,
): Promise<ReadySearch> {
  const { state, source } = ground;
  refuseTooManyShards(ground.shards, state);
  const indices = ground.shards.map(({ index }) => index);
  checkPipeline(call, call.request, { state, indices });
  const caller = { ...options, security: parts.security };
  const allowPartial = allowsPartial(call, state);
  const boosts = await soonInSlices(
    resolvingBoosts(state, call.request.indicesBoost, { target: call.target, caller }),
    parts,
  );
  // A shard need not know the boosts of other indices.
  const own =
    call.request.indicesBoost.length > 0 ? { ...call.request, indicesBoost: [] } : call.request;
  const asked = { request: limitedRequest(own, state, options.typed), shards: ground.shards };
  const reading = { ...parts, state, options };
  const { request, shards: all } = await resolveDocuments(asked, reading, ground.indexNames);
  const maxConcurrent = call.maxConcurrentShardRequests;
  const where = { state, shards: all, maxConcurrent, source, options };
  const { clock } = parts;
  const skippingMs = clock.monotonicMs();
  const { shards, skipped } = await skipShards(request, where, call.preFilterShardSize);
  const canMatchMs = clock.monotonicMs() - skippingMs;
  const asking = { ...where, shards };
  const near = await nearestNeighbours(request, {
    ...asking,
    check: (answers) => checkFailures(answers, allowPartial),
  });
  const alone = (shard: ShardToAsk): SearchRequest => ({
    ...ground.narrow(withBoost(request, boosts.get(shard.index.name)), shard),
    ...(near ? { neighbours: near.get(shard) } : {}),
    given: logsSlowSearches(shard.index.settings) ? request.given : undefined,
  });
  const isCounted = call.searchType === 'dfs_query_then_fetch' && shards.length > 1;
  const phasesMs = skipped === 0 ? {} : { can_match: canMatchMs };
  const planned = { ground: { ...ground, shards }, request, skipped };
  if (!isCounted) return { ...planned, requestFor: alone, phasesMs };
  const countingMs = clock.monotonicMs();
  const statistics = await gatherStatistics({ ...asking, requestFor: alone });
  return {
    ...planned,
    requestFor: (shard) => ({ ...alone(shard), statistics }),
    phasesMs: { ...phasesMs, dfs_pre_query: clock.monotonicMs() - countingMs },
  };
}

export function answerOf(
  { merged, hits, shards }: FoundPage,
  shown: Pick<RenderedSearch, 'tookMs' | 'totalHitsAsInt' | 'status' | 'context' | 'phaseTook'>,
): SearchAnswer {
  const tookMs = Math.round(shown.tookMs);
  return { status: 200, chunks: renderSearch({ ...shown, tookMs, merged, hits, shards }) };
}

function withBoost(request: SearchRequest, boost: number | undefined): SearchRequest {
  return boost === undefined ? request : { ...request, indexBoost: boost };
}

/** If partial results are not allowed, missing shards are reported before any shard is asked. */
function refuseMissing(call: PartialChoice, { state, shards }: SearchGround): void {
  if (allowsPartial(call, state)) return;
  const missing = shards
    .map(({ index, shardId }) => ({ index: index.name, shardId }))
    .filter((shard) => !isReadableShard(state, shard))
    .map(({ index, shardId }) => `[${index}][${shardId}]`);
  if (missing.length === 0) return;
  throw new ApiError(
    'search_phase_execution_exception',
    `Search rejected due to missing shards [${missing.join(', ')}]. Consider using \`allow_partial_search_results\` setting to bypass this error.`,
    { status: 503, rootCauses: [], metadata: { phase: 'query', grouped: true, failed_shards: [] } },
  );
}
