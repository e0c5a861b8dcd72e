/**
 * The index settings of an engine, read once from the flat map; all except the codec may change
 * while it is open.
 */
import type { StoredCompression, TieredOptions } from '@skein/search_library';
import { INDEX, readSetting, type Settings } from '@skein/settings';

/** Values of `index.codec` that prefer fast reads; the others prefer small files. */
const FAST_CODECS: ReadonlySet<string> = new Set(['default', 'lz4']);

/** A segment file has less than 4 GiB. */
const MAX_MERGED_BYTES = 3 * 1024 * 1024 * 1024;

export interface EngineSettings {
  /** True if replicas copy the primary's segments (`index.replication.type: SEGMENT`). */
  readonly replicatesSegments: boolean;
  /** Negative: no scheduled refreshes. */
  readonly refreshIntervalMs: number;
  /**
   * A shard that was not searched for this time skips scheduled refreshes; only if the index sets
   * no interval.
   */
  readonly searchIdleAfterMs: number;
  readonly durability: 'request' | 'async';
  /** Interval of translog fsyncs when `durability` is `async`. */
  readonly syncIntervalMs: number;
  /** Size of the uncommitted translog at which a flush is due. */
  readonly flushThresholdBytes: number;
  /** Size of a translog file at which the next one is started. */
  readonly generationThresholdBytes: number;
  /** Time for which a deleted document's version is remembered. */
  readonly gcDeletesMs: number;
  /** Limit of requests that wait for the next refresh; one more forces it. */
  readonly maxRefreshListeners: number;
  /** Time for which history is kept for a copy that is gone. */
  readonly leasePeriodMs: number;
  /** Number of operations below the global checkpoint that stay in the history unconditionally. */
  readonly retainedOperations: number;
  /** A merge of at least this size is followed by a flush. */
  readonly flushAfterMergeBytes: number;
  /** True if an id made by the server is assumed to be new. */
  readonly trustsMadeIds: boolean;
  /** Compression of stored fields in new segments. */
  readonly storedCompression: StoredCompression;
  readonly mergePolicy: TieredOptions;
  /** Limit of the shard's concurrent merges. */
  readonly maxMerges: number;
  /**
   * Limit of running and wanted merges; above it, writes are throttled until merging has caught up.
   */
  readonly maxMergeCount: number;
  /** True if large merges are throttled to the rate they need. */
  readonly throttleMerges: boolean;
}

export function engineSettings(settings: Settings): EngineSettings {
  const { creation, engine, limits } = INDEX;
  const durability = readSetting(settings, engine.durability);
  const replicatesSegments = copiesSegments(settings);
  const asksForInterval = settings.has(engine.refreshInterval.key);
  return {
    replicatesSegments,
    refreshIntervalMs: readSetting(settings, engine.refreshInterval),
    // Replicas that copy segments only get what the primary publishes, and searches may all go to
    // them.
    searchIdleAfterMs:
      asksForInterval ||
      (replicatesSegments && readSetting(settings, creation.numberOfReplicas) > 0)
        ? Number.POSITIVE_INFINITY
        : readSetting(settings, engine.searchIdleAfter),
    durability: durability.toLowerCase() === 'async' ? 'async' : 'request',
    syncIntervalMs: readSetting(settings, engine.syncInterval),
    flushThresholdBytes: readSetting(settings, engine.flushThreshold),
    generationThresholdBytes: readSetting(settings, engine.generationThreshold),
    gcDeletesMs: readSetting(settings, engine.gcDeletes),
    maxRefreshListeners: readSetting(settings, limits.maxRefreshListeners),
    leasePeriodMs: readSetting(settings, engine.softDeletesLease),
    retainedOperations: readSetting(settings, engine.softDeletesOperations),
    flushAfterMergeBytes: readSetting(settings, engine.flushAfterMerge),
    trustsMadeIds: readSetting(settings, engine.optimizeAutoId),
    storedCompression: FAST_CODECS.has(readSetting(settings, creation.codec)) ? 'lz4' : 'zstd',
    mergePolicy: {
      segmentsPerTier: readSetting(settings, engine.mergePerTier),
      maxAtOnce: readSetting(settings, engine.mergeAtOnce),
      floorBytes: readSetting(settings, engine.mergeFloor),
      maxMergedBytes: Math.min(readSetting(settings, engine.mergeMaxSegment), MAX_MERGED_BYTES),
      deletesPercentAllowed: readSetting(settings, engine.mergeDeletesPct),
      reclaimDeletesWeight: readSetting(settings, engine.mergeReclaim),
      expungeDeletesPercent: readSetting(settings, engine.mergeExpungeDeletes),
    },
    maxMerges: readSetting(settings, engine.mergeThreads),
    maxMergeCount: readSetting(settings, engine.mergeCount),
    throttleMerges: readSetting(settings, engine.mergeThrottle),
  };
}

/** True if `index.replication.type` is `SEGMENT`. */
export function copiesSegments(settings: Settings): boolean {
  return readSetting(settings, INDEX.creation.replicationType) === 'SEGMENT';
}
