/** Counters of one engine since it was opened. */

export interface OperationCounters {
  indexTotal: number;
  indexTimeMs: number;
  indexFailed: number;
  deleteTotal: number;
  deleteTimeMs: number;
  noopUpdateTotal: number;
  getExists: number;
  getExistsMs: number;
  getMissing: number;
  getMissingMs: number;
  refreshTotal: number;
  refreshTimeMs: number;
  externalRefreshTotal: number;
  flushTotal: number;
  flushPeriodic: number;
  flushTimeMs: number;
  mergeTotal: number;
  mergeTimeMs: number;
  mergeDocs: number;
  mergeBytes: number;
  /** Time for which merges were throttled. */
  mergeHeldBackMs: number;
}

export function newCounters(): OperationCounters {
  return {
    indexTotal: 0,
    indexTimeMs: 0,
    indexFailed: 0,
    deleteTotal: 0,
    deleteTimeMs: 0,
    noopUpdateTotal: 0,
    getExists: 0,
    getExistsMs: 0,
    getMissing: 0,
    getMissingMs: 0,
    refreshTotal: 0,
    refreshTimeMs: 0,
    externalRefreshTotal: 0,
    flushTotal: 0,
    flushPeriodic: 0,
    flushTimeMs: 0,
    mergeTotal: 0,
    mergeTimeMs: 0,
    mergeDocs: 0,
    mergeBytes: 0,
    mergeHeldBackMs: 0,
  };
}
