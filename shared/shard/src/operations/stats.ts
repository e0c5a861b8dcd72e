/** A shard's counters, in the form from which the API's statistics are made. */
import type { Engine } from '@skein/engine';
import type { SegmentInfo, ShardStats } from '../calls.js';
import type { WriteThrottle } from '../write_throttle.js';

/** The search counters of the engine, all zero: searches are counted where they run. */
export const NO_SEARCHES: ShardStats['search'] = {
  queryTotal: 0,
  queryTimeMs: 0,
  queryCurrent: 0,
  fetchTotal: 0,
  fetchTimeMs: 0,
  fetchCurrent: 0,
  suggestTotal: 0,
  suggestTimeMs: 0,
  suggestCurrent: 0,
  scrollTotal: 0,
  scrollTimeMs: 0,
  scrollCurrent: 0,
  pointInTimeTotal: 0,
  pointInTimeTimeMs: 0,
  pointInTimeCurrent: 0,
};

export const NO_CACHE: ShardStats['requestCache'] = {
  memoryBytes: 0,
  hits: 0,
  misses: 0,
  evictions: 0,
};

/** The parts of a shard besides its engine. */
interface ShardParts {
  /** Write rate of large merges, in bytes a second. */
  readonly mergeRate: number;
  readonly refreshListeners: number;
  readonly throttle: Pick<WriteThrottle, 'isOn' | 'totalMs'>;
}

export function shardStats(
  engine: Engine,
  { mergeRate, refreshListeners, throttle }: ShardParts,
): Omit<ShardStats, 'retentionLeases' | 'replicaLags' | 'rejectedForReplicas'> {
  const { counters } = engine;
  const { current } = engine.merges;
  const index = engine.indexStats();
  const translog = engine.translogStats();
  const seqNo = engine.sequenceStats();
  return {
    docs: searchableDocs(engine),
    storeBytes: index.sizeBytes + translog.sizeBytes,
    indexing: {
      indexTotal: counters.indexTotal,
      indexTimeMs: Math.round(counters.indexTimeMs),
      indexFailed: counters.indexFailed,
      deleteTotal: counters.deleteTotal,
      deleteTimeMs: Math.round(counters.deleteTimeMs),
      noopUpdateTotal: counters.noopUpdateTotal,
      throttledShards: throttle.isOn ? 1 : 0,
      throttleTimeMs: Math.round(throttle.totalMs),
    },
    get: {
      exists: counters.getExists,
      existsMs: counters.getExistsMs,
      missing: counters.getMissing,
      missingMs: counters.getMissingMs,
    },
    search: NO_SEARCHES,
    searchGroups: [],
    requestCache: NO_CACHE,
    refresh: {
      total: counters.refreshTotal,
      timeMs: Math.round(counters.refreshTimeMs),
      externalTotal: counters.externalRefreshTotal,
      listeners: refreshListeners,
    },
    flush: {
      total: counters.flushTotal,
      periodic: counters.flushPeriodic,
      timeMs: Math.round(counters.flushTimeMs),
    },
    merges: {
      total: counters.mergeTotal,
      timeMs: Math.round(counters.mergeTimeMs),
      docs: counters.mergeDocs,
      bytes: counters.mergeBytes,
      current: current.count,
      currentDocs: current.docs,
      currentBytes: current.bytes,
      heldBackMs: counters.mergeHeldBackMs,
      bytesPerSecond: mergeRate,
    },
    translog,
    segments: { count: index.segments.length, memoryBytes: index.memoryBytes },
    fielddata: index.fielddata,
    completion: index.completions,
    segmentList: segmentList(engine),
    seqNo,
    commit: {
      id: `${engine.commitData.history_uuid}:${engine.commitGeneration}`,
      generation: engine.commitGeneration,
      userData: engine.commitData,
      docs: index.segments.reduce(
        (sum, { docCount, committed }) => sum + (committed ? docCount : 0),
        0,
      ),
    },
  };
}

/** Segments of the current index; searches may still see others that have been merged since. */
export function segmentList(engine: Engine): SegmentInfo[] {
  const searched = new Set(engine.publishedSnapshot?.segments.map(({ name }) => name));
  return engine
    .indexStats()
    .segments.map((segment) => ({ ...segment, searchable: searched.has(segment.name) }));
}

/** Document counts as a search sees them: documents that are not refreshed yet are not counted. */
function searchableDocs({ publishedSnapshot }: Engine): ShardStats['docs'] {
  let count = 0;
  let all = 0;
  for (const segment of publishedSnapshot?.segments ?? []) {
    count += segment.liveCount;
    all += segment.docCount;
  }
  return { count, deleted: all - count };
}
