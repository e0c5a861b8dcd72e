/**
 * `GET /_shard_stores`, `GET /{index}/_shard_stores`: the copies of shards on each disk, and their
 * failures.
 */
import {
  type ClusterState,
  INDICES_OPTIONS,
  type ShardCopy,
  type ShardHealth,
  shardHealth,
} from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { ApiError, errorDetail } from '@skein/errors';
import { jsonReply, listParam } from '@skein/http';
import type { FoundStores, ShardRef } from '../../../allocation_host/mod.js';
import { INDEX_EXPRESSION_PARAMS } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { indexExpression, MONITORS, shownIndices } from '../index_targets.js';

const STATUSES = ['green', 'yellow', 'red', 'all'];
const TROUBLED: readonly string[] = ['yellow', 'red'];

export const shard_stores = defineEndpoint({
  id: 'indices.shard_stores',
  shape: 'nodes',
  routes: ['GET /_shard_stores', 'GET /{index}/_shard_stores'],
  params: { ...INDEX_EXPRESSION_PARAMS, status: listParam },
  body: 'none',
  privilege: 'indices:monitor',
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandOpen),
    statuses: checkStatuses(params.status ?? TROUBLED),
  }),
  handle: async ({ target, statuses }, actors, context) => {
    const indices = shownIndices(actors, context, target, MONITORS);
    const state = actors.masterService.state();
    const shards = indices.flatMap((index) => shardsOf(state, index, statuses));
    const found = await actors.allocation.stores(shards);
    const entries = new Map<string, Record<string, JsonObject>>();
    shards.forEach((shard, at) => {
      const ofIndex = entries.get(shard.index) ?? {};
      entries.set(shard.index, ofIndex);
      ofIndex[String(shard.shardId)] = { stores: storesOf(shard, at, found, state) };
    });
    const shown = Object.fromEntries(
      [...entries].map(([index, ofIndex]) => [index, { shards: ofIndex }]),
    );
    const failures = found.flatMap((one) => failuresOf(one, shards));
    return jsonReply({ indices: shown, ...(failures.length === 0 ? {} : { failures }) });
  },
});

interface Shard extends ShardRef {
  readonly index: string;
  readonly copies: readonly ShardCopy[];
}

function checkStatuses(statuses: readonly string[]): ReadonlySet<string> {
  for (const status of statuses) {
    if (STATUSES.includes(status.toLowerCase())) continue;
    throw new ApiError('illegal_argument_exception', `unknown cluster health status [${status}]`);
  }
  return new Set(statuses.map((status) => status.toLowerCase()));
}

function shardsOf(
  state: ClusterState,
  index: string,
  statuses: ReadonlySet<string>,
): readonly Shard[] {
  const routing = state.routing.get(index);
  return (routing?.shards ?? []).flatMap((copies, shardId) => {
    const { status }: ShardHealth = shardHealth(copies, shardId);
    if (!statuses.has('all') && !statuses.has(status)) return [];
    return [{ index, indexUuid: routing?.uuid ?? '', shardId, copies }];
  });
}

/**
 * The primary first, then replicas, then copies outside the routing table; unreadable ones last.
 */
function storesOf(
  { copies }: Shard,
  at: number,
  found: readonly FoundStores[],
  state: ClusterState,
): JsonObject[] {
  return found
    .flatMap(({ nodeId, copies: stored }) => {
      const store = stored?.[at];
      if (store === undefined || store === null) return [];
      const node = state.nodes.get(nodeId);
      const allocation = allocationOf(copies, nodeId);
      const shown: JsonObject = {
        [nodeId]: {
          name: node?.name ?? '',
          ephemeral_id: node?.ephemeralId ?? '',
          transport_address: node?.transportAddress ?? '',
          attributes: Object.fromEntries(node?.attributes ?? []),
        },
        allocation_id: store.allocationId,
        allocation,
        ...(store.failure === undefined
          ? {}
          : { store_exception: { type: 'corrupt_state_exception', reason: store.failure } }),
      };
      const rank = ALLOCATIONS.indexOf(allocation);
      return [{ shown, rank: store.failure === undefined ? rank : ALLOCATIONS.length }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ shown }) => shown);
}

const ALLOCATIONS = ['primary', 'replica', 'unused'];

function allocationOf(copies: readonly ShardCopy[], nodeId: string): string {
  const copy = copies.find((one) => one.nodeId === nodeId);
  if (copy === undefined) return 'unused';
  return copy.primary ? 'primary' : 'replica';
}

function failuresOf({ nodeId, failure }: FoundStores, shards: readonly Shard[]): JsonObject[] {
  if (failure === undefined) return [];
  const reason = errorDetail(failure);
  return shards.map(({ index, shardId }) => ({ node: nodeId, index, shard: shardId, reason }));
}
