/** A shard's counters in the form the API's statistics are made from. */
import type { Engine } from '@skein/engine';
import type { ShardStats } from '../calls.js';

export function shardStats(engine: Engine): ShardStats {
  const { counters } = engine;
  const writer = engine.writerStats();
  const translog = engine.translogStats();
  const { maxSeqNo, localCheckpoint } = engine.sequenceStats();
  return {
    docs: { count: writer.docCount, deleted: writer.deletedCount },
    storeBytes: writer.sizeBytes + translog.sizeBytes,
    indexing: {
      indexTotal: counters.indexTotal,
      indexTimeMs: Math.round(counters.indexTimeMs),
      indexFailed: counters.indexFailed,
      deleteTotal: counters.deleteTotal,
      deleteTimeMs: Math.round(counters.deleteTimeMs),
      noopUpdateTotal: counters.noopUpdateTotal,
    },
    get: {
      total: counters.getTotal,
      timeMs: Math.round(counters.getTimeMs),
      exists: counters.getExists,
      missing: counters.getMissing,
    },
    refresh: {
      total: counters.refreshTotal,
      timeMs: Math.round(counters.refreshTimeMs),
      externalTotal: counters.externalRefreshTotal,
    },
    flush: {
      total: counters.flushTotal,
      periodic: counters.flushPeriodic,
      timeMs: Math.round(counters.flushTimeMs),
    },
    merges: writer.merges,
    translog: {
      operations: translog.operations,
      sizeBytes: translog.sizeBytes,
      uncommittedOperations: translog.operations,
      uncommittedSizeBytes: translog.sizeBytes,
    },
    segments: { count: writer.segmentCount, memoryBytes: writer.memoryBytes },
    seqNo: { maxSeqNo, localCheckpoint, globalCheckpoint: localCheckpoint },
    commit: {
      id: writer.commitId,
      generation: writer.commitGeneration,
      userData: engine.commitData,
      docs: writer.committedDocs,
    },
  };
}
