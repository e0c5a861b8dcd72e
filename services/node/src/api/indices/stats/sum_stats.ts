/** Sums the counters of several shards. */
import { simpleMatch } from '@skein/base';
import { EMPTY_STATS, type ShardStats } from '@skein/shard';
import { sumRemote } from './remote_stats.js';

/** Adds every number and joins the lists. Values that cannot be added (commit ids) are empty. */
export function sumStats(parts: readonly ShardStats[]): ShardStats {
  return {
    ...parts.reduce(addStats, EMPTY_STATS),
    fielddata: parts.flatMap(({ fielddata }) => fielddata),
    completion: parts.flatMap(({ completion }) => completion),
    replicaLags: parts.flatMap(({ replicaLags }) => replicaLags),
    segmentList: parts.flatMap(({ segmentList }) => segmentList),
  };
}

/** Adds the numbers; the lists and the other values are those of `a`. */
function addStats(a: ShardStats, b: ShardStats): ShardStats {
  return {
    ...a,
    docs: add(a.docs, b.docs),
    storeBytes: a.storeBytes + b.storeBytes,
    indexing: add(a.indexing, b.indexing),
    get: add(a.get, b.get),
    search: add(a.search, b.search),
    searchGroups: addGroups(a.searchGroups, b.searchGroups),
    requestCache: add(a.requestCache, b.requestCache),
    refresh: add(a.refresh, b.refresh),
    flush: add(a.flush, b.flush),
    merges: add(a.merges, b.merges),
    translog: add(a.translog, b.translog),
    segments: add(a.segments, b.segments),
    rejectedForReplicas: a.rejectedForReplicas + b.rejectedForReplicas,
    remoteStore: sumRemote(sumRemote(undefined, a.remoteStore), b.remoteStore),
  };
}

function addGroups(
  a: ShardStats['searchGroups'],
  b: ShardStats['searchGroups'],
): ShardStats['searchGroups'] {
  if (b.length === 0) return a;
  const sums = new Map(a);
  for (const [name, counts] of b) {
    const before = sums.get(name);
    sums.set(name, before === undefined ? counts : add(before, counts));
  }
  return [...sums];
}

/** The groups selected by name or pattern; `_all` and `*` select all. */
export function withGroups(stats: ShardStats, patterns: readonly string[]): ShardStats {
  const { searchGroups } = stats;
  if (searchGroups.length === 0) return stats;
  const isAsked = (name: string) =>
    patterns.some((pattern) => pattern === '_all' || simpleMatch(pattern, name));
  return { ...stats, searchGroups: searchGroups.filter(([name]) => isAsked(name)) };
}

/** Both have the members of `T`, which are all numbers. */
function add<T extends { readonly [K in keyof T]: number }>(a: T, b: T): T {
  const keys = Object.keys(a) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as T;
}
