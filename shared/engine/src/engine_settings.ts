/** The index settings an engine obeys, read once from the flat map; all but the codec may change while it is open. */
import type { StoredCompression, TieredOptions } from '@skein/search_library';
import { INDEX, readSetting, type Settings } from '@skein/settings';

/** Values of `index.codec` that prefer fast reads; the others prefer small files. */
const FAST_CODECS: ReadonlySet<string> = new Set(['default', 'lz4']);

/** A segment file has less than 4 GiB. */
const MAX_MERGED_BYTES = 3 * 1024 * 1024 * 1024;

export interface EngineSettings {
  /** Replicas copy the primary's segments (`index.replication.type: SEGMENT`). */
  readonly replicatesSegments: boolean;
  /** Negative: never by itself. */
  readonly refreshIntervalMs: number;
  /** Without a search for so long the shard does not refresh by itself; only where no interval was asked for. */
  readonly searchIdleAfterMs: number;
  readonly durability: 'request' | 'async';
  /** How often the translog is fsynced when `durability` is `async`. */
  readonly syncIntervalMs: number;
  /** Uncommitted translog from which a flush is due. */
  readonly flushThresholdBytes: number;
  /** Size of a file of the translog after which another is begun. */
  readonly generationThresholdBytes: number;
  /** How long a deleted document's version is remembered. */
  readonly gcDeletesMs: number;
  /** Requests that may wait for the next refresh; one more forces it. */
  readonly maxRefreshListeners: number;
  /** How long history is kept for a copy that is gone. */
  readonly leasePeriodMs: number;
  /** Operations below the checkpoint of all copies that stay in the history whoever asks for them. */
  readonly retainedOperations: number;
  /** A merge of so many bytes is followed by a flush. */
  readonly flushAfterMergeBytes: number;
  /** An id that the server made is taken to be new. */
  readonly trustsMadeIds: boolean;
  /** How new segments compress their stored fields. */
  readonly storedCompression: StoredCompression;
  readonly mergePolicy: TieredOptions;
  /** Merges of the shard at a time. */
  readonly maxMerges: number;
  /** When more than so many are under way or wanted, writes are held back until merging has caught up. */
  readonly maxMergeCount: number;
  /** Whether large merges write no faster than they must. */
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
    // What a primary does not show, replicas that copy its segments do not get: searches may all go to them.
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

/** `index.replication.type: SEGMENT` */
export function copiesSegments(settings: Settings): boolean {
  return readSetting(settings, INDEX.creation.replicationType) === 'SEGMENT';
}
