/** `_explain`: one document, explained at its shard. */
import { type JsonObject, RawJson } from '@skein/content';
import { asApiError } from '@skein/errors';
import { emptyRequest } from '@skein/search';
import { readPlace } from '../document_router/mod.js';
import type { ExplainAnswer, ExplainCall, SearchOptions } from './contract.js';
import { resolveDocuments } from './resolve_documents.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import { readableTargets, shardsToAsk } from './search_targets.js';
import { placedInIndex } from './shard_failures.js';
import { callShard, currentShards } from './shard_source.js';

/** The name must be that of one existing index. */
const ONE_INDEX = { ignoreUnavailable: false, allowNoIndices: false, expandWildcards: ['none'] };

export async function explain(
  call: ExplainCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<ExplainAnswer> {
  const state = parts.masterService.state();
  const target = { indices: [call.index], ...ONE_INDEX };
  const caller = { ...options, security: parts.security };
  const asked = { target, routing: undefined, preference: undefined };
  const { targets } = readableTargets(state, asked, caller);
  const place = readPlace(state, call, options.nowMs);
  const { index, shardId } = place;
  const [first] = shardsToAsk(targets, undefined);
  const resolved = await resolveDocuments(
    { request: { ...emptyRequest(), query: call.query }, shards: first ? [first] : [] },
    { ...parts, state, options },
    [index.name],
  );
  const aliasFilter = resolved.shards[0]?.aliasFilter;
  const { id, shown } = call;
  const { nowMs } = options;
  const query = resolved.request.query ?? call.query;
  try {
    const source = currentShards(parts.shardRouter, {
      state,
      preference: call.preference,
      options,
    });
    const asked = { id, query, aliasFilter, nowMs, shown };
    const found = await callShard(
      source,
      { shard: place, kind: 'explain', request: asked },
      options.signal,
    );
    const head: JsonObject = { _index: index.name, _id: id, matched: found.matched };
    if (!found.exists) return { status: 404, body: head };
    const { explanation, get } = found;
    const body = {
      ...head,
      ...(explanation ? { explanation: new RawJson(explanation) } : {}),
      ...(get ? { get: new RawJson(get) } : {}),
    };
    return { status: 200, body };
  } catch (thrown) {
    throw placedInIndex(asApiError(thrown), { index, shardId, aliasFilter });
  }
}
