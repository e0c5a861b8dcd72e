/** Statistics of a shard that is not open: zero counters, and the data in its newest commit. */
import { type Directory, readNewestCommit } from '@skein/search_library';
import type { ShardStats } from '../calls.js';
import { NO_CACHE, NO_SEARCHES } from './stats.js';

/** Calls to a search thread about files without an engine. */
export interface StoredCalls {
  readonly stored_stats: {
    /** Path of the shard's folder. */
    request: { readonly path: string };
    reply: ShardStats;
  };
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
  completion: [],
  replicaLags: [],
  rejectedForReplicas: 0,
  segmentList: [],
  seqNo: { maxSeqNo: -1, localCheckpoint: -1, globalCheckpoint: -1 },
  retentionLeases: { primaryTerm: 0, version: 0, leases: [] },
  commit: { id: '', generation: 0, userData: {}, docs: 0 },
};

/** Reads the statistics; throws if the commit is damaged. */
export function storedStats(directory: Directory): ShardStats {
  const commit = readNewestCommit(directory);
  if (commit === undefined) return EMPTY_STATS;
  const { segments, generation, userData } = commit;
  const docs = segments.reduce((sum, { docCount }) => sum + docCount, 0);
  const count = segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
  const localCheckpoint = Number(userData.local_checkpoint);
  return {
    ...EMPTY_STATS,
    docs: { count, deleted: docs - count },
    storeBytes: directory.list().reduce((sum, name) => sum + directory.length(name), 0),
    segments: { count: segments.length, memoryBytes: 0 },
    seqNo: {
      maxSeqNo: Number(userData.max_seq_no),
      localCheckpoint,
      globalCheckpoint: localCheckpoint,
    },
    commit: { id: `${userData.history_uuid}:${generation}`, generation, userData, docs },
  };
}
