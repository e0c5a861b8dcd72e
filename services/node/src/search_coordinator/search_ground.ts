import type { ClusterState } from '@skein/cluster';
import { isShardInSlice, type SearchRequest, SHARD_DOC_FIELD } from '@skein/search';
import type { SearchCall } from './contract.js';
import type { SearchCaller } from './search_caller.js';
import { readableTargets, type ShardToAsk, shardsToAsk } from './search_targets.js';
import { currentShards, type ShardSource } from './shard_source.js';

export interface SearchGround {
  readonly state: ClusterState;
  /** Names of the indices. */
  readonly indexNames: readonly string[];
  readonly shards: readonly ShardToAsk[];
  /** Where their points in time are. */
  readonly source: ShardSource;
  /** The request as one of the shards is to have it. */
  narrow(request: SearchRequest, shard: ShardToAsk): SearchRequest;
}

/** The shards of the request's expression as they are now. */
export function currentGround(
  call: SearchCall,
  { options, parts }: SearchCaller,
  resolve: typeof readableTargets = readableTargets,
): SearchGround {
  const state = parts.masterService.state();
  const { targets } = resolve(state, call, { ...options, security: parts.security });
  const { preference } = call;
  const shards = shardsToAsk(targets, preference);
  return {
    state,
    indexNames: targets.map((target) => target.index.name),
    shards: shardsOfSlice(shards, call.request),
    source: currentShards(parts.shardRouter, { state, preference, options }),
    narrow: slicing(shards),
  };
}

/**
 * Those of the shards that have a part of the slice, if it is one of shards rather than of
 * documents.
 */
function shardsOfSlice(
  shards: readonly ShardToAsk[],
  { slice }: SearchRequest,
): readonly ShardToAsk[] {
  if (!slice) return shards;
  const places = placesInIndex(shards);
  return shards.filter((shard) => isShardInSlice(slice, places(shard)));
}

/** Tells each shard which of how many shards of its index it is: a slice is made of those first. */
export function slicing(shards: readonly ShardToAsk[]): SearchGround['narrow'] {
  const places = placesInIndex(shards);
  return (request, shard) =>
    request.slice ? { ...request, slice: { ...request.slice, shard: places(shard) } } : request;
}

/** As `slicing`; where hits are sorted by it, each shard is told its place too. */
export function inPointInTime(shards: readonly ShardToAsk[]): SearchGround['narrow'] {
  const slice = slicing(shards);
  return (request, shard) => {
    const narrowed = slice(request, shard);
    if (!request.sort.some(({ field }) => field === SHARD_DOC_FIELD)) return narrowed;
    const shardPlace = shards.findIndex(
      ({ index, shardId }) => index.uuid === shard.index.uuid && shardId === shard.shardId,
    );
    return { ...narrowed, shardPlace };
  };
}

function placesInIndex(shards: readonly ShardToAsk[]) {
  const byIndex = new Map<string, number[]>();
  for (const { index, shardId } of shards) {
    const own = byIndex.get(index.uuid);
    if (own) own.push(shardId);
    else byIndex.set(index.uuid, [shardId]);
  }
  return ({ index, shardId }: ShardToAsk) => {
    const own = byIndex.get(index.uuid) ?? [];
    return { ordinal: own.indexOf(shardId), count: own.length };
  };
}

/** A search ready to be asked of its shards. */
export interface PlannedSearch {
  readonly ground: SearchGround;
  readonly request: SearchRequest;
  /** Shards that are not in the ground any more, because they cannot match. */
  readonly skipped: number;
  /** What one shard is asked. */
  readonly requestFor: (shard: ShardToAsk) => SearchRequest;
  /** Phases that went before, by their names. */
  readonly phasesMs: Readonly<Record<string, number>>;
}
