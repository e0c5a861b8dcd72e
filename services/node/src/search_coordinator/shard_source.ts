/**
 * Sources of a search's points in time: the current copies of its shards, or shards held for
 * longer.
 */
import type { ClusterState } from '@skein/cluster';
import { type ApiError, asApiError } from '@skein/errors';
import type { SearchCalls } from '@skein/shard';
import type { PinnedShard } from '../shard_host/mod.js';
import {
  isOfThisCopy,
  moreTelling,
  type ShardOfIndex,
  type ShardRouter,
} from '../shard_router/mod.js';
import type { SearchOptions } from './contract.js';

/** A copy that can be pinned. */
export interface OfferedShard {
  readonly nodeId: string;
  /** The caller must release it. Throws if the copy cannot be pinned. */
  pin(): PinnedShard;
}

export interface ShardSource {
  /**
   * True if there are no other copies of its points in time, so that a lost one cannot be replaced.
   */
  readonly isHeld: boolean;
  /** At least one copy, the best first. Throws if there is none. */
  offers(shard: ShardOfIndex): readonly OfferedShard[];
}

/** The current copies. */
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
 * Runs a task on one offer after another until one succeeds; an error of the request is thrown at
 * once.
 */
export async function askOffers<T>(
  offers: readonly OfferedShard[],
  signal: AbortSignal,
  task: (offer: OfferedShard) => Promise<T>,
): Promise<T> {
  let error: ApiError | undefined;
  for (const offer of offers) {
    try {
      return await task(offer);
    } catch (thrown) {
      const own = asApiError(thrown);
      if (signal.aborted || !isOfThisCopy(own)) throw thrown;
      error = moreTelling(error, own);
    }
  }
  throw error ?? new RangeError('a shard is offered at least once');
}

interface ShardCall<K extends keyof SearchCalls> {
  readonly kind: K;
  readonly request: SearchCalls[K]['request'];
}

/** Makes one call to a copy, for which nothing need be held. */
export async function callOffer<K extends keyof SearchCalls>(
  offer: OfferedShard,
  { kind, request }: ShardCall<K>,
  signal: AbortSignal,
): Promise<SearchCalls[K]['reply']> {
  const pinned = offer.pin();
  try {
    return await pinned.call(kind, request, signal);
  } finally {
    pinned.release();
  }
}

/** Makes one call to the best copy that answers. */
export function callShard<K extends keyof SearchCalls>(
  source: ShardSource,
  { shard, ...call }: ShardCall<K> & { readonly shard: ShardOfIndex },
  signal: AbortSignal,
): Promise<SearchCalls[K]['reply']> {
  return askOffers(source.offers(shard), signal, (offer) => callOffer(offer, call, signal));
}
