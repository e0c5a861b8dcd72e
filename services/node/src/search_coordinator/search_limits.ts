/**
 * Limits that the cluster's settings give searches, and that go with them to their shards: `search.max_buckets`, and `search.default_search_timeout` for those
 * that name no timeout. Where they are the standard nothing has to go along.
 */
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { DEFAULT_MAX_BUCKETS, type SearchRequest, type UnreadSearch } from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';

interface SearchLimits {
  /** Each `undefined` at its standard. */
  readonly maxBuckets: number | undefined;
  readonly defaultTimeoutMs: number | undefined;
}

/** A state's never change, and every search asks for them. */
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
  };
}

export function limitedRequest(request: SearchRequest, state: ClusterState): SearchRequest {
  const limits = limitsOf(state);
  const most = request.aggregations === undefined ? undefined : limits.maxBuckets;
  const timeoutMs = request.timeoutMs === undefined ? limits.defaultTimeoutMs : undefined;
  if (most === undefined && timeoutMs === undefined) return request;
  return {
    ...request,
    ...(most === undefined ? {} : { maxBuckets: most }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

export function limitedSearch(unread: UnreadSearch, state: ClusterState): UnreadSearch {
  const { maxBuckets: most, defaultTimeoutMs: timeoutMs } = limitsOf(state);
  if (most === undefined && timeoutMs === undefined) return unread;
  const url = {
    ...unread.url,
    ...(most === undefined ? {} : { maxBuckets: most }),
    ...(timeoutMs === undefined ? {} : { defaultTimeoutMs: timeoutMs }),
  };
  return { ...unread, url };
}
