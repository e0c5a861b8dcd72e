/** Counters of several shards as one. */
import { simpleMatch } from '@skein/base';
import { NO_CACHE, NO_SEARCHES, type ShardStats } from '@skein/shard';

/** Every number added up; of what cannot be added (commit ids) the first stays. */
export function sumStats(first: ShardStats, ...others: readonly ShardStats[]): ShardStats {
  return others.reduce(addStats, first);
}

function addStats(a: ShardStats, b: ShardStats): ShardStats {
  return {
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
    fielddata: [...a.fielddata, ...b.fielddata],
    segmentList: [...a.segmentList, ...b.segmentList],
    seqNo: a.seqNo,
    retentionLeases: a.retentionLeases,
    commit: a.commit,
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

/** Those that were asked for by name or pattern; `_all` and `*` mean every one. */
export function withGroups(stats: ShardStats, patterns: readonly string[]): ShardStats {
  const { searchGroups } = stats;
  if (searchGroups.length === 0) return stats;
  const isAsked = (name: string) =>
    patterns.some((pattern) => pattern === '_all' || simpleMatch(pattern, name));
  return { ...stats, searchGroups: searchGroups.filter(([name]) => isAsked(name)) };
}

function add<T extends { readonly [K in keyof T]: number }>(a: T, b: T): T {
  const keys = Object.keys(a) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as T;
}

export const EMPTY_STATS: ShardStats = {
  docs: { count: 0, deleted: 0 },
  storeBytes: 0,
  indexing: {
    indexTotal: 0,
    indexTimeMs: 0,
    indexFailed: 0,
    deleteTotal: 0,
    deleteTimeMs: 0,
    noopUpdateTotal: 0,
    throttledShards: 0,
    throttleTimeMs: 0,
  },
  get: { exists: 0, existsMs: 0, missing: 0, missingMs: 0 },
  search: NO_SEARCHES,
  searchGroups: [],
  requestCache: NO_CACHE,
  refresh: { total: 0, timeMs: 0, externalTotal: 0, listeners: 0 },
  flush: { total: 0, periodic: 0, timeMs: 0 },
  merges: {
    total: 0,
    timeMs: 0,
    docs: 0,
    bytes: 0,
    current: 0,
    currentDocs: 0,
    currentBytes: 0,
    heldBackMs: 0,
    bytesPerSecond: 0,
  },
  translog: { operations: 0, sizeBytes: 0, uncommittedOperations: 0, uncommittedSizeBytes: 0 },
  segments: { count: 0, memoryBytes: 0 },
  fielddata: [],
  segmentList: [],
  seqNo: { maxSeqNo: -1, localCheckpoint: -1, globalCheckpoint: -1 },
  retentionLeases: { primaryTerm: 0, version: 0, leases: [] },
  commit: { id: '', generation: 0, userData: {}, docs: 0 },
};
