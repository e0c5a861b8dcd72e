/** `_search_shards`: the shards that a search would use. */
import {
  type ClusterState,
  resolveExpressions,
  type SearchTarget,
  type ShardCopy,
  splitExpression,
} from '@skein/cluster';
import type { JsonObject, JsonValue } from '@skein/content';
import { anyOfJson, isShardInSlice, parseQuery, queryJson } from '@skein/search';
import { allocationJson, nodeJson } from '../master_service/mod.js';
import type { SearchOptions, SearchShards, SearchShardsCall } from './contract.js';
import type { SearchCoordinatorParts } from './search_caller.js';
import {
  expressionOptions,
  readableTargets,
  type ShardToAsk,
  shardsToAsk,
} from './search_targets.js';

export function searchShards(
  call: SearchShardsCall,
  options: SearchOptions,
  parts: SearchCoordinatorParts,
): SearchShards {
  const state = parts.masterService.state();
  const caller = { ...options, security: parts.security };
  const { targets, visible } = readableTargets(state, call, caller);
  const shards = sliced(shardsToAsk(targets, call.preference), call.slice);
  return {
    nodes: nodesJson(state, shards),
    indices: indicesJson(visible, targets, { call, nowMs: options.nowMs }),
    shards: shards.map((shard) => copiesOf(state, shard).map((copy) => copyJson(copy, shard))),
  };
}

/** With a slice, the shards whose documents can be in it. */
function sliced(
  shards: readonly ShardToAsk[],
  slice: SearchShardsCall['slice'],
): readonly ShardToAsk[] {
  if (!slice) return shards;
  const count = shards.length;
  return shards.filter((_shard, ordinal) => isShardInSlice(slice, { ordinal, count }));
}

function copiesOf(state: ClusterState, { index, shardId }: ShardToAsk): readonly ShardCopy[] {
  const copies = state.routing.get(index.name)?.shards[shardId] ?? [];
  return copies.filter((copy) => copy.state !== 'UNASSIGNED');
}

function copyJson(copy: ShardCopy, { index, shardId }: ShardToAsk): JsonObject {
  return {
    state: copy.state,
    primary: copy.primary,
    node: copy.nodeId ?? null,
    relocating_node: copy.relocation?.nodeId ?? null,
    shard: shardId,
    index: index.name,
    ...allocationJson(copy),
  };
}

function nodesJson(state: ClusterState, shards: readonly ShardToAsk[]): JsonObject {
  const ids = new Set(
    shards.flatMap((shard) => copiesOf(state, shard).flatMap((copy) => copy.nodeId ?? [])),
  );
  const nodes = [...ids].flatMap((id) => state.nodes.get(id) ?? []);
  return Object.fromEntries(nodes.map((node) => [node.id, nodeJson(node)]));
}

interface Asked {
  readonly call: SearchShardsCall;
  readonly nowMs: number;
}

function indicesJson(
  state: ClusterState,
  targets: readonly SearchTarget[],
  { call, nowMs }: Asked,
): JsonObject {
  const expressions = call.target.indices.flatMap((text) => splitExpression(text));
  const options = expressionOptions(call.target);
  const resolved = resolveExpressions(state, expressions, options, nowMs);
  return Object.fromEntries(
    targets.map(({ index, aliasFilters }) => {
      const aliases = [...resolved.expressions].filter((name) => index.aliases.has(name)).sort();
      return [
        index.name,
        {
          ...(aliases.length === 0 ? {} : { aliases }),
          ...(aliasFilters ? { filter: filterJson(aliasFilters) } : {}),
        },
      ];
    }),
  );
}

/** Filters with their defaults written out, if all their queries have such a form. */
function filterJson(filters: readonly JsonObject[]): JsonValue {
  const all = filters.map((filter) => queryJson(parseQuery(filter)) ?? filter);
  const [only] = all;
  if (only && all.length === 1) return only;
  return anyOfJson(all);
}
