/**
 * Where the points in time of a search come from: the copies of its shards as they are now, or
 * shards that are held for longer.
 */
import type { ClusterState } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { SearchCalls } from '@skein/shard';
import type { PinnedShard } from '../shard_host/mod.js';
import { isOfThisCopy, type ShardOfIndex, type ShardRouter } from '../shard_router/mod.js';
import type { SearchOptions } from './contract.js';

/** One copy's point in time. */
export interface OfferedShard {
  readonly nodeId: string;
  /** To be released by the caller. Throws when it cannot be had. */
  pin(): PinnedShard;
}

export interface ShardSource {
  /**
   * Its points in time are the only ones there are: another copy will not do for one that is lost.
   */
  readonly isHeld: boolean;
  /** The best first; at least one. Throws when there is none. */
  offers(shard: ShardOfIndex): readonly OfferedShard[];
}

/** Copies as they are now. */
export function currentShards(
  shardRouter: Pick<ShardRouter, 'copies' | 'pin'>,
  asked: {
    readonly state: ClusterState;
    readonly preference: string | undefined;
    readonly options: Pick<SearchOptions, 'identity'>;
  },
): ShardSource {
  const { state, preference, options } = asked;
  return {
    isHeld: false,
    offers: (shard) =>
      shardRouter.copies(state, shard, preference).map((copy) => ({
        nodeId: copy.nodeId,
        pin: () => shardRouter.pin(copy, options.identity),
      })),
  };
}

/**
 * What one offer after the other makes of a task, until one succeeds; a fault of the request is
 * thrown at once.
 */
export async function askOffers<T>(
  offers: readonly OfferedShard[],
  signal: AbortSignal,
  task: (offer: OfferedShard) => Promise<T>,
): Promise<T> {
  for (const [i, offer] of offers.entries()) {
    try {
      return await task(offer);
    } catch (thrown) {
      const isLast = i === offers.length - 1;
      if (isLast || signal.aborted || !isOfThisCopy(asApiError(thrown))) throw thrown;
    }
  }
  throw new RangeError('a shard is offered at least once');
}

export interface ShardCall<K extends keyof SearchCalls> {
  readonly shard: ShardOfIndex;
  readonly kind: K;
  readonly request: SearchCalls[K]['request'];
}

/** One call, for which nothing need be held. */
export function callShard<K extends keyof SearchCalls>(
  source: ShardSource,
  { shard, kind, request }: ShardCall<K>,
  signal: AbortSignal,
): Promise<SearchCalls[K]['reply']> {
  return askOffers(source.offers(shard), signal, async (offer) => {
    const pinned = offer.pin();
    try {
      return await pinned.call(kind, request, signal);
    } finally {
      pinned.release();
    }
  });
}
