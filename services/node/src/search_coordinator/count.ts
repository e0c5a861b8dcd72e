/** `_count`: a search without hits, counted exactly. */
import type { JsonObject } from '@skein/content';
import { emptyRequest, mergeQueryResults, type SearchRequest } from '@skein/search';
import type { CountCall, SearchOptions } from './contract.js';
import { checkFailures } from './find_page.js';
import { resolveDocuments } from './resolve_documents.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import { refuseTooManyShards } from './search_limits.js';
import { readableTargets, shardsToAsk } from './search_targets.js';
import { queryShards } from './shard_queries.js';
import { currentShards } from './shard_source.js';
import { shardsJson } from './shards_json.js';

export async function count(
  call: CountCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<JsonObject> {
  const state = parts.masterService.state();
  const { targets } = readableTargets(state, call, { ...options, security: parts.security });
  const all = shardsToAsk(targets, call.preference);
  refuseTooManyShards(all, state);
  const asked: SearchRequest = {
    ...emptyRequest(),
    query: call.query,
    given: call.given,
    size: 0,
    trackTotalHits: Number.POSITIVE_INFINITY,
    terminateAfter: call.terminateAfter,
    minScore: call.minScore,
  };
  const { request, shards } = await resolveDocuments(
    { request: asked, shards: all },
    { ...parts, state, options },
    targets.map((target) => target.index.name),
  );
  const phase = await queryShards({
    state,
    shards,
    requestFor: () => request,
    maxConcurrent: undefined,
    source: currentShards(parts.shardRouter, { state, preference: call.preference, options }),
    options,
  });
  phase.release();
  checkFailures(phase, true);
  const merged = mergeQueryResults(request, phase.answered);
  return {
    count: merged.total?.value ?? 0,
    ...(merged.terminatedEarly === undefined ? {} : { terminated_early: merged.terminatedEarly }),
    _shards: shardsJson({
      total: phase.total,
      successful: phase.answered.length,
      failures: phase.failures,
    }),
  };
}
