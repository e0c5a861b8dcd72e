/** `_terms_enum`: every shard is asked for its first terms, and the first of all are returned. */
import { utf8Decode } from '@skein/bytes';
import type { JsonObject } from '@skein/content';
import { asApiError } from '@skein/errors';
import { emptyRequest, mergeTerms, type ShardTermsResult } from '@skein/search';
import type { SearchOptions, TermsEnumCall } from './contract.js';
import { resolveDocuments } from './resolve_documents.js';
import { runLimited } from './run_limited.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import { readableTargets, type ShardToAsk, shardsToAsk } from './search_targets.js';
import { placedInIndex, type ShardFailure } from './shard_failures.js';
import { concurrency } from './shard_queries.js';
import { callShard, currentShards } from './shard_source.js';
import { shardsJson } from './shards_json.js';

type Outcome = { readonly found: ShardTermsResult } | { readonly failure: ShardFailure };

export async function termsEnum(
  call: TermsEnumCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<JsonObject> {
  const state = parts.masterService.state();
  const { target, indexFilter, ...asked } = call;
  const caller = { ...options, security: parts.security };
  const expression = { target, routing: undefined, preference: undefined };
  const { targets } = readableTargets(state, expression, caller);
  const { request, shards } = await resolveDocuments(
    { request: { ...emptyRequest(), query: indexFilter }, shards: shardsToAsk(targets, undefined) },
    { ...parts, state, options },
    targets.map(({ index }) => index.name),
  );
  const source = currentShards(parts.shardRouter, { state, preference: undefined, options });
  const { signal, nowMs } = options;
  const ask = async (shard: ShardToAsk): Promise<Outcome> => {
    const { aliasFilter } = shard;
    const wanted = { ...asked, filter: request.query, aliasFilter, nowMs };
    try {
      return {
        found: await callShard(source, { shard, kind: 'list_terms', request: wanted }, signal),
      };
    } catch (thrown) {
      signal.throwIfAborted();
      return {
        failure: { shard, nodeId: undefined, error: placedInIndex(asApiError(thrown), shard) },
      };
    }
  };
  const limit = concurrency({ state, maxConcurrent: undefined });
  return answerOf(call, await runLimited(shards, limit, ask));
}

function answerOf({ size }: TermsEnumCall, outcomes: readonly Outcome[]): JsonObject {
  const found = outcomes.flatMap((outcome) => ('found' in outcome ? outcome.found : []));
  const failures = outcomes.flatMap((outcome) => ('failure' in outcome ? outcome.failure : []));
  const { skipped: _, ...shards } = shardsJson({
    total: outcomes.length,
    successful: found.length,
    failures,
  });
  const terms = mergeTerms(
    found.map((each) => each.terms),
    size,
  );
  return {
    _shards: shards,
    terms: terms.map((term) => utf8Decode(term)),
    complete: failures.length === 0 && found.every(({ isComplete }) => isComplete),
  };
}
