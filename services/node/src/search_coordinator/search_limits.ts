/**
 * Cluster settings that apply to searches without an explicit value. `search.max_buckets` and
 * `search.default_search_timeout` are sent to the shards unless they have their defaults.
 */
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { DEFAULT_MAX_BUCKETS, type SearchRequest, type UnreadSearch } from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';
import type { SearchOptions, SearchTerms } from './contract.js';

/** The type shown for every hit, whatever the path says, since an index has one mapping. */
const SHOWN_TYPE = '_doc';

interface SearchLimits {
  /** Undefined if it has its default. */
  readonly maxBuckets: number | undefined;
  readonly defaultTimeoutMs: number | undefined;
  readonly cancelAfterMs: number;
  readonly maxShards: number;
  readonly phaseTook: boolean;
}

/** Cached by state, because a state's settings never change and every search needs them. */
const known = new WeakMap<ClusterState, SearchLimits>();

function limitsOf(state: ClusterState): SearchLimits {
  const limits = known.get(state) ?? readLimits(state);
  known.set(state, limits);
  return limits;
}

function readLimits(state: ClusterState): SearchLimits {
  const settings = clusterSettings(state);
  const most = readSetting(settings, CLUSTER.search.maxBuckets);
  const timeoutMs = readSetting(settings, CLUSTER.search.defaultTimeout);
  return {
    maxBuckets: most === DEFAULT_MAX_BUCKETS ? undefined : most,
    defaultTimeoutMs: timeoutMs < 0 ? undefined : timeoutMs,
    cancelAfterMs: readSetting(settings, CLUSTER.search.cancelAfter),
    maxShards: readSetting(settings, CLUSTER.search.shardCount),
    phaseTook: readSetting(settings, CLUSTER.search.phaseTook),
  };
}

/** True if the response shows the time of each phase. */
export function showsPhases({ phaseTook }: Pick<SearchTerms, 'phaseTook'>, state: ClusterState) {
  return phaseTook ?? limitsOf(state).phaseTook;
}

/** Time after which the search is cancelled; undefined if never. */
export function cancelledAfterMs(
  { cancelAfterMs }: Pick<SearchTerms, 'cancelAfterMs'>,
  state: ClusterState,
): number | undefined {
  const ms = cancelAfterMs ?? limitsOf(state).cancelAfterMs;
  return ms < 0 ? undefined : ms;
}

/** The request with the limits that it does not set itself. `typed`: present if hits show types. */
export function limitedRequest(
  request: SearchRequest,
  state: ClusterState,
  typed: SearchOptions['typed'],
): SearchRequest {
  const limits = limitsOf(state);
  const most = request.aggregations === undefined ? undefined : limits.maxBuckets;
  const timeoutMs = request.timeoutMs === undefined ? limits.defaultTimeoutMs : undefined;
  if (most === undefined && timeoutMs === undefined && typed === undefined) return request;
  return {
    ...request,
    ...(typed && { typeName: SHOWN_TYPE }),
    ...(most === undefined ? {} : { maxBuckets: most }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

export function limitedSearch(
  unread: UnreadSearch,
  state: ClusterState,
  typed: SearchOptions['typed'],
): UnreadSearch {
  const { maxBuckets: most, defaultTimeoutMs: timeoutMs } = limitsOf(state);
  if (most === undefined && timeoutMs === undefined && typed === undefined) return unread;
  const url = {
    ...unread.url,
    ...(typed && { typeName: SHOWN_TYPE }),
    ...(most === undefined ? {} : { maxBuckets: most }),
    ...(timeoutMs === undefined ? {} : { defaultTimeoutMs: timeoutMs }),
  };
  return { ...unread, url };
}

/** Refuses a search of more shards than `action.search.shard_count.limit`. */
export function refuseTooManyShards(shards: readonly unknown[], state: ClusterState): void {
  const { maxShards: limit } = limitsOf(state);
  if (shards.length <= limit) return;
  throw new ApiError(
    'illegal_argument_exception',
    `Trying to query ${shards.length} shards, which is over the limit of ${limit}. This limit exists because querying many shards at the same time can make the job of the coordinating node very CPU and/or memory intensive. It is usually a better idea to have a smaller number of larger shards. Update [${CLUSTER.search.shardCount.key}] to a greater value if you really want to query that many shards at the same time.`,
  );
}
