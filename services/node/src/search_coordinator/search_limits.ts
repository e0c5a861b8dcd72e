/**
 * Limits that the cluster's settings give searches, and that go with them to their shards: `search.max_buckets`, and `search.default_search_timeout` for those
 * that name no timeout. Where they are the standard nothing has to go along.
 */
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { DEFAULT_MAX_BUCKETS, type SearchRequest, type UnreadSearch } from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';

function maxBuckets(state: ClusterState): number | undefined {
  const most = readSetting(clusterSettings(state), CLUSTER.search.maxBuckets);
  return most === DEFAULT_MAX_BUCKETS ? undefined : most;
}

function defaultTimeoutMs(state: ClusterState): number | undefined {
  const ms = readSetting(clusterSettings(state), CLUSTER.search.defaultTimeout);
  return ms < 0 ? undefined : ms;
}

export function limitedRequest(request: SearchRequest, state: ClusterState): SearchRequest {
  const most = request.aggregations === undefined ? undefined : maxBuckets(state);
  const timeoutMs = request.timeoutMs === undefined ? defaultTimeoutMs(state) : undefined;
  if (most === undefined && timeoutMs === undefined) return request;
  return {
    ...request,
    ...(most === undefined ? {} : { maxBuckets: most }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

export function limitedSearch(unread: UnreadSearch, state: ClusterState): UnreadSearch {
  const most = maxBuckets(state);
  const timeoutMs = defaultTimeoutMs(state);
  if (most === undefined && timeoutMs === undefined) return unread;
  const url = {
    ...unread.url,
    ...(most === undefined ? {} : { maxBuckets: most }),
    ...(timeoutMs === undefined ? {} : { defaultTimeoutMs: timeoutMs }),
  };
  return { ...unread, url };
}
