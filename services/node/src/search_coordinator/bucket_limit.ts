/** `search.max_buckets`, which goes with a search to where its buckets are made; where it is the standard nothing has to go along. */
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { DEFAULT_MAX_BUCKETS, type SearchRequest, type UnreadSearch } from '@skein/search';
import { CLUSTER, readSetting } from '@skein/settings';

function maxBuckets(state: ClusterState): number | undefined {
  const most = readSetting(clusterSettings(state), CLUSTER.search.maxBuckets);
  return most === DEFAULT_MAX_BUCKETS ? undefined : most;
}

export function limitedRequest(request: SearchRequest, state: ClusterState): SearchRequest {
  if (request.aggregations === undefined) return request;
  const most = maxBuckets(state);
  return most === undefined ? request : { ...request, maxBuckets: most };
}

export function limitedSearch(unread: UnreadSearch, state: ClusterState): UnreadSearch {
  const most = maxBuckets(state);
  return most === undefined ? unread : { ...unread, url: { ...unread.url, maxBuckets: most } };
}
