/**
 * The query phase on every shard. A lone shard returns its hits in the same call. Each shard is
 * pinned at a point in time until the fetch phase is over.
 */
import { assert, type Clock } from '@skein/base';
import { type ClusterState, dataNodes } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import {
  type AskedSearch,
  type FoundSearch,
  planOf,
  type SearchRequest,
  type ShardFetchResult,
  type ShardQueryResult,
  type ShardSearchReply,
} from '@skein/search';
import { logsSlowSearches } from '@skein/shard';
import type { PinnedShard } from '../shard_host/mod.js';
import { isOfThisCopy, moreTelling } from '../shard_router/mod.js';
import type { SearchOptions } from './contract.js';
import { runLimited } from './run_limited.js';
import type { ShardToAsk } from './search_targets.js';
import { placedInIndex, type ShardFailure } from './shard_failures.js';
import type { OfferedShard, ShardSource } from './shard_source.js';

/** Default of `max_concurrent_shard_requests`, per node. */
const MAX_CONCURRENT_SHARDS = 5;

/** A shard that answered; `shardIndex` is its position among all shards asked. */
export interface AnsweredShard {
  readonly shardIndex: number;
  readonly shard: ShardToAsk;
  readonly nodeId: string | undefined;
  readonly pinned: PinnedShard;
  readonly result: ShardQueryResult;
  /** Set only if its index logs slow searches. */
  readonly asked: AskedSearch | undefined;
  /** Its page, if it was the only shard asked. */
  readonly fetched: ShardFetchResult | undefined;
  /** Wall clock times of the call and its answer, if there is a clock. */
  readonly askedMs: number | undefined;
  readonly answeredMs: number | undefined;
}

export interface QueryPhase {
  readonly total: number;
  readonly answered: readonly AnsweredShard[];
  readonly failures: readonly ShardFailure[];
  /** Releases the points in time. */
  release(): void;
}

export interface QueryPhaseRequest {
  readonly state: ClusterState;
  readonly shards: readonly ShardToAsk[];
  readonly requestFor: (shard: ShardToAsk) => SearchRequest;
  readonly maxConcurrent: number | undefined;
  readonly source: ShardSource;
  readonly options: SearchOptions;
  /** Absent if the times of shard calls are not needed. */
  readonly clock?: Clock | undefined;
  /** Absent if shard results are kept until all have answered. */
  readonly observer?: QueryObserver | undefined;
}

/** Neither method may throw. */
export interface QueryObserver {
  /**
   * Returns the part of the answer to keep. The shard's concurrency slot is freed when the promise
   * resolves.
   */
  answered(answer: AnsweredShard): Promise<AnsweredShard>;
  failed(failure: ShardFailure): void;
}

type Outcome =
  | { readonly ok: true; readonly answer: AnsweredShard }
  | { readonly ok: false; readonly failure: ShardFailure };

export async function queryShards(phase: QueryPhaseRequest): Promise<QueryPhase> {
  const pins: PinnedShard[] = [];
  const outcomes = await runLimited(phase.shards, concurrency(phase), (shard, shardIndex) =>
    observed(phase, queryShard(phase, { shard, shardIndex, pins })),
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

async function observed(
  { observer }: QueryPhaseRequest,
  asked: Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await asked;
  if (observer === undefined) return outcome;
  if (outcome.ok) return { ok: true, answer: await observer.answered(outcome.answer) };
  observer.failed(outcome.failure);
  return outcome;
}

interface OneShard {
  readonly shard: ShardToAsk;
  readonly shardIndex: number;
  readonly pins: PinnedShard[];
}

/** Asks one copy after another, until one answers. */
async function queryShard(phase: QueryPhaseRequest, one: OneShard): Promise<Outcome> {
  const { source, options } = phase;
  const { shard } = one;
  let failure: ShardFailure | undefined;
  try {
    for (const offer of source.offers(shard)) {
      const outcome = await queryCopy(phase, one, offer);
      if (outcome.ok) return outcome;
      const { error } = outcome.failure;
      if (options.signal.aborted || !isOfThisCopy(error)) return outcome;
      if (moreTelling(failure?.error, error) === error) failure = outcome.failure;
    }
  } catch (thrown) {
    return failed(shard, undefined, thrown);
  }
  if (failure !== undefined) return { ok: false, failure };
  return failed(shard, undefined, new RangeError('a shard has no copies'));
}

async function queryCopy(
  { shards, requestFor, options, clock }: QueryPhaseRequest,
  { shard, shardIndex, pins }: OneShard,
  offer: OfferedShard,
): Promise<Outcome> {
  const { nodeId } = offer;
  try {
    const pinned = offer.pin();
    pins.push(pinned);
    const request = requestFor(shard);
    const { aliasFilter } = shard;
    const asked = askedOf(request, { shard, totalShards: shards.length, options });
    const search = {
      search: planOf(request),
      asked,
      aliasFilter,
      nowMs: options.nowMs,
      // The hits of a lone shard need no merging.
      fetch: shards.length === 1,
      render: undefined,
    };
    const askedMs = clock?.nowMs();
    const { result, fetched } = foundIn(await pinned.call('search', search, options.signal));
    const place = { shardIndex, shard, nodeId, pinned };
    const times = { askedMs, answeredMs: clock?.nowMs() };
    return { ok: true, answer: { ...place, result, asked, fetched, ...times } };
  } catch (thrown) {
    return failed(shard, nodeId, thrown);
  }
}

/** Asserts the reply to a parsed search that is not rendered. */
function foundIn(reply: ShardSearchReply): FoundSearch {
  assert(reply.kind === 'found', 'a plan is searched where it is sent');
  return reply;
}

interface Asking {
  readonly shard: ShardToAsk;
  readonly totalShards: number;
  readonly options: SearchOptions;
}

function askedOf(
  { statistics }: SearchRequest,
  { shard, totalShards, options: { opaqueId } }: Asking,
): AskedSearch | undefined {
  if (!logsSlowSearches(shard.index.settings)) return undefined;
  const searchType = statistics === undefined ? 'query_then_fetch' : 'dfs_query_then_fetch';
  return { opaqueId, searchType, totalShards };
}

function failed(shard: ShardToAsk, nodeId: string | undefined, thrown: unknown): Outcome {
  const error = placedInIndex(asApiError(thrown), shard);
  return { ok: false, failure: { shard, nodeId, error } };
}

/** Number of shards asked at once, over all nodes. */
export function concurrency({
  state,
  maxConcurrent,
}: Pick<QueryPhaseRequest, 'state' | 'maxConcurrent'>): number {
  return (maxConcurrent ?? MAX_CONCURRENT_SHARDS) * Math.max(1, dataNodes(state).length);
}
