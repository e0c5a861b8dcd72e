/**
 * The query phase on every shard; a shard that is alone is asked for its hits at once. Each shard is pinned at a point in time until the fetch phase is over.
 */
import { type ClusterState, isActive } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import type { SearchRequest, ShardFetchResult, ShardQueryResult } from '@skein/search';
import type { PinnedShard, ShardHost } from '../shard_host/mod.js';
import type { SearchOptions } from './mod.js';
import { runLimited } from './run_limited.js';
import type { ShardToAsk } from './search_targets.js';
import { placedInIndex, type ShardFailure } from './shard_failures.js';

/** Default of `max_concurrent_shard_requests`. */
export const MAX_CONCURRENT_SHARDS = 5;

/** A shard that answered; `shardIndex` is its place among all that were asked. */
export interface AnsweredShard {
  readonly shardIndex: number;
  readonly shard: ShardToAsk;
  readonly nodeId: string | undefined;
  readonly pinned: PinnedShard;
  readonly result: ShardQueryResult;
  /** Its page, when it was the only shard asked. */
  readonly fetched: ShardFetchResult | undefined;
}

export interface QueryPhase {
  readonly total: number;
  readonly answered: readonly AnsweredShard[];
  readonly failures: readonly ShardFailure[];
  /** Lets go of the points in time. */
  release(): void;
}

export interface QueryPhaseRequest {
  readonly state: ClusterState;
  readonly shards: readonly ShardToAsk[];
  readonly requestFor: (shard: ShardToAsk) => SearchRequest;
  readonly maxConcurrent: number | undefined;
  readonly shardHost: Pick<ShardHost, 'search'>;
  readonly options: SearchOptions;
}

type Outcome =
  | { readonly ok: true; readonly answer: AnsweredShard }
  | { readonly ok: false; readonly failure: ShardFailure };

export async function queryShards(phase: QueryPhaseRequest): Promise<QueryPhase> {
  const pins: PinnedShard[] = [];
  const outcomes = await runLimited(
    phase.shards,
    phase.maxConcurrent ?? MAX_CONCURRENT_SHARDS,
    (shard, shardIndex) => queryShard(phase, { shard, shardIndex, pins }),
  );
  return {
    total: phase.shards.length,
    answered: outcomes.flatMap((outcome) => (outcome.ok ? [outcome.answer] : [])),
    failures: outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.failure])),
    release: () => {
      for (const pin of pins) pin.release();
    },
  };
}

interface OneShard {
  readonly shard: ShardToAsk;
  readonly shardIndex: number;
  readonly pins: PinnedShard[];
}

async function queryShard(
  { state, requestFor, shardHost, options, shards }: QueryPhaseRequest,
  { shard, shardIndex, pins }: OneShard,
): Promise<Outcome> {
  const fetchToo = shards.length === 1;
  try {
    const pinned = shardHost.search(shard.index.uuid, shard.shardId);
    pins.push(pinned);
    const request = requestFor(shard);
    const { aliasFilter } = shard;
    const search = {
      request,
      aliasFilter,
      nowMs: options.nowMs,
      timeoutMs: request.timeoutMs,
      origin: { shardId: shard.shardId, nodeId: nodeOf(state, shard) },
    };
    const { result, fetched } = fetchToo
      ? await pinned.call('search', search, options.signal)
      : { result: await pinned.call('query_phase', search, options.signal), fetched: undefined };
    const { nodeId } = search.origin;
    return { ok: true, answer: { shardIndex, shard, nodeId, pinned, result, fetched } };
  } catch (thrown) {
    const error = placedInIndex(asApiError(thrown), shard);
    return { ok: false, failure: { shard, nodeId: nodeOf(state, shard), error } };
  }
}

/** The node that has the shard's started copy. */
export function nodeOf(state: ClusterState, { index, shardId }: ShardToAsk): string | undefined {
  const copies = state.routing.get(index.name)?.shards[shardId] ?? [];
  return copies.find(isActive)?.nodeId;
}
