/** `_validate/query`: the query is bound at one shard of each index, or at all of them. */
import type { JsonObject } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { emptyRequest, MATCH_ALL, type QueryNode } from '@skein/search';
import type { SearchOptions, ValidateCall } from './contract.js';
import { detailedMessage } from './detailed_message.js';
import { resolveDocuments } from './resolve_documents.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import { readableTargets, type ShardToAsk, shardsToAsk } from './search_targets.js';
import { callShard, currentShards } from './shard_source.js';

export async function validate(
  call: ValidateCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): Promise<JsonObject> {
  const { query, explain } = call;
  if (query instanceof ApiError) {
    return { valid: false, ...(explain ? { error: detailedMessage(query) } : {}) };
  }
  const state = parts.masterService.state();
  const asked = { target: call.target, routing: undefined, preference: undefined };
  const { targets } = readableTargets(state, asked, { ...options, security: parts.security });
  const shards = shardsToAsk(targets, undefined);
  const chosen = call.allShards ? shards : firstOfEach(shards);
  const names = targets.map((target) => target.index.name);
  const { request } = await resolveDocuments(
    { request: { ...emptyRequest(), query: query ?? MATCH_ALL }, shards: [] },
    { ...parts, state, options },
    names,
  );
  const verdicts = await Promise.all(
    chosen.map((shard) => validateAt(shard, request.query ?? MATCH_ALL, { call, options, parts })),
  );
  const { length } = verdicts;
  return {
    _shards: { total: length, successful: length, failed: 0 },
    valid: verdicts.every(({ valid }) => valid === true),
    ...(explain || call.rewrite || call.allShards ? { explanations: verdicts } : {}),
  };
}

function firstOfEach(shards: readonly ShardToAsk[]): readonly ShardToAsk[] {
  return shards.filter(
    (shard, i) => shards.findIndex((other) => other.index === shard.index) === i,
  );
}

interface Validating {
  readonly call: ValidateCall;
  readonly options: SearchOptions;
  readonly parts: SearchCoordinatorParts;
}

async function validateAt(
  { index, shardId }: ShardToAsk,
  query: QueryNode,
  { call, options, parts }: Validating,
): Promise<JsonObject> {
  const head = { index: index.name, ...(call.allShards ? { shard: shardId } : {}) };
  try {
    const state = parts.masterService.state();
    const source = currentShards(parts.shardRouter, { state, preference: undefined, options });
    const request = { query, nowMs: options.nowMs, rewrite: call.rewrite };
    const asked = { shard: { index, shardId }, kind: 'validate_query', request } as const;
    const bound = await callShard(source, asked, options.signal);
    return { ...head, valid: true, explanation: bound.query };
  } catch (thrown) {
    const error = asApiError(thrown);
    if (error.status >= 500) throw thrown;
    return {
      ...head,
      valid: false,
      error: `[${index.name}/${index.uuid}] ${detailedMessage(error)}`,
    };
  }
}
