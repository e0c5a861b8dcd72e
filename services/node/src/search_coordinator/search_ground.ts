/** The shards that a search reads, at their points in time, and its request for each of them. */
import type { ClusterState } from '@skein/cluster';
import { isShardInSlice, type SearchRequest, SHARD_DOC_FIELD } from '@skein/search';
import type { SearchCall } from './contract.js';
import type { SearchCaller } from './search_caller.js';
import { readableTargets, type ShardToAsk, shardsToAsk } from './search_targets.js';
import { currentShards, type ShardSource } from './shard_source.js';

export interface SearchGround {
  readonly state: ClusterState;
  /** Names of the searched indices. */
  readonly indexNames: readonly string[];
  readonly shards: readonly ShardToAsk[];
  /** The source of the shards' points in time. */
  readonly source: ShardSource;
  /** The request in the form for one of the shards. */
  narrow(request: SearchRequest, shard: ShardToAsk): SearchRequest;
}

/** The current shards of the request's index expression. */
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

/** The shards that hold a part of the slice, if slicing is by shard rather than by document. */
function shardsOfSlice(
  shards: readonly ShardToAsk[],
  { slice }: SearchRequest,
): readonly ShardToAsk[] {
  if (!slice) return shards;
  const places = placesInIndex(shards);
  return shards.filter((shard) => isShardInSlice(slice, places(shard)));
}

/**
 * Tells each shard its place among the shards of its index, because slicing splits by shard first.
 */
export function slicing(shards: readonly ShardToAsk[]): SearchGround['narrow'] {
  const places = placesInIndex(shards);
  return (request, shard) =>
    request.slice ? { ...request, slice: { ...request.slice, shard: places(shard) } } : request;
}

/**
 * Like `slicing`; if hits are sorted by `_shard_doc`, each shard is also told its place in the
 * point in time.
 */
export function inPointInTime(shards: readonly ShardToAsk[]): SearchGround['narrow'] {
  const slice = slicing(shards);
  let places: ReadonlyMap<string, number> | undefined;
  return (request, shard) => {
    const narrowed = slice(request, shard);
    if (!request.sort.some(({ field }) => field === SHARD_DOC_FIELD)) return narrowed;
    places ??= new Map(shards.map((each, place) => [keyOf(each), place]));
    return { ...narrowed, shardPlace: places.get(keyOf(shard)) };
  };
}

function keyOf({ index, shardId }: ShardToAsk): string {
  return `${index.uuid}/${shardId}`;
}

function placesInIndex(shards: readonly ShardToAsk[]) {
  const byIndex = new Map<string, Map<number, number>>();
  for (const { index, shardId } of shards) {
    const own = byIndex.get(index.uuid);
    if (own === undefined) byIndex.set(index.uuid, new Map([[shardId, 0]]));
    else if (!own.has(shardId)) own.set(shardId, own.size);
  }
  return ({ index, shardId }: ShardToAsk) => {
    const own = byIndex.get(index.uuid);
    return { ordinal: own?.get(shardId) ?? -1, count: own?.size ?? 0 };
  };
}

/** A search ready to be sent to its shards. */
export interface ReadySearch {
  readonly ground: SearchGround;
  readonly request: SearchRequest;
  /** Number of shards removed because they cannot match. */
  readonly skipped: number;
  /** The request for one shard. */
  readonly requestFor: (shard: ShardToAsk) => SearchRequest;
  /** Times of the earlier phases, by name. */
  readonly phasesMs: Readonly<Record<string, number>>;
}
