/** One search: its shards, the query phase, the merge, the fetch phase, the answer. */
import { asApiError } from '@skein/errors';
import {
  type MergedResult,
  mergeQueryResults,
  renderSearch,
  type SearchRequest,
} from '@skein/search';
import { fetchHits } from './fetch_hits.js';
import { gatherStatistics } from './gather_statistics.js';
import type { SearchAnswer, SearchCall, SearchOptions } from './mod.js';
import { nearestNeighbours } from './nearest_neighbours.js';
import { resolveDocuments } from './resolve_documents.js';
import type { SearchCoordinatorParts } from './search_coordinator.js';
import { readableTargets, resolveBoosts, type ShardToAsk, shardsToAsk } from './search_targets.js';
import { phaseFailed, reduceFailed } from './shard_failures.js';
import { type QueryPhase, queryShards } from './shard_queries.js';
import { shardsJson } from './shards_json.js';

export interface SearchSituation {
  /** Set for the items of `_msearch`, which show it. */
  readonly shownStatus?: number;
}

export async function search(
  call: SearchCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
  situation: SearchSituation = {},
): Promise<SearchAnswer> {
  const startMs = parts.clock.monotonicMs();
  const state = parts.masterService.state();
  const caller = { ...options, security: parts.security };
  const { targets } = readableTargets(state, call, caller);
  const boosts = resolveBoosts(state, call.request.indicesBoost, { target: call.target, caller });
  const shards = shardsToAsk(targets, call.preference);
  const request = await resolveDocuments(
    call.request,
    { ...parts, state, options },
    targets.map((target) => target.index.name),
  );
  const asking = {
    state,
    shards,
    maxConcurrent: call.maxConcurrentShardRequests,
    shardHost: parts.shardHost,
    options,
  };
  const near = await nearestNeighbours(request, {
    ...asking,
    check: (answers) => checkFailures(answers, call),
  });
  const alone = (shard: ShardToAsk): SearchRequest => ({
    ...withBoost(request, boosts.get(shard.index.name)),
    ...(near ? { neighbours: near.get(shard) } : {}),
  });
  const isCounted = call.searchType === 'dfs_query_then_fetch' && shards.length > 1;
  const statistics = isCounted
    ? await gatherStatistics({ ...asking, requestFor: alone })
    : undefined;
  const requestFor = (shard: ShardToAsk): SearchRequest =>
    statistics ? { ...alone(shard), statistics } : alone(shard);
  const phase = await queryShards({ ...asking, requestFor });
  try {
    checkFailures(phase, call);
    const merged = merge(request, phase);
    const fetched = await fetchHits(
      merged.hits,
      phase.answered,
      (answer) => requestFor(answer.shard),
      options,
    );
    const failures = [...phase.failures, ...fetched.failures];
    const successful = phase.total - failures.length;
    if (successful === 0 && phase.total > 0) {
      throw phaseFailed('fetch', 'all shards failed', failures);
    }
    const chunks = renderSearch({
      tookMs: Math.round(parts.clock.monotonicMs() - startMs),
      merged,
      shards: shardsJson({ total: phase.total, successful, failures }),
      hits: fetched.hits,
      totalHitsAsInt: call.restTotalHitsAsInt,
      status: situation.shownStatus,
    });
    return { status: 200, chunks };
  } finally {
    phase.release();
  }
}

function withBoost(request: SearchRequest, boost: number | undefined): SearchRequest {
  return boost === undefined ? request : { ...request, indexBoost: boost };
}

export function checkFailures(
  phase: QueryPhase,
  call: Pick<SearchCall, 'allowPartialSearchResults'>,
): void {
  if (phase.failures.length === 0) return;
  if (phase.answered.length === 0) throw phaseFailed('query', 'all shards failed', phase.failures);
  if (call.allowPartialSearchResults === false) {
    throw phaseFailed('query', 'Partial shards failure', phase.failures);
  }
}

function merge(request: SearchRequest, phase: QueryPhase): MergedResult {
  try {
    return mergeQueryResults(request, phase.answered);
  } catch (thrown) {
    throw reduceFailed(asApiError(thrown));
  }
}
