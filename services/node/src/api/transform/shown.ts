/** Transforms in the form of responses. */
import type { TransformRecord } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { COUNTERS } from '../../transform_host/mod.js';
import { SKEIN_VERSION } from '../../version.js';

/** `isCopy`: in a form that can be put again. */
export function shownTransform(record: TransformRecord, isCopy: boolean): JsonObject {
  const { id, source, createMs } = record;
  if (isCopy) return source;
  return { id, version: SKEIN_VERSION, create_time: createMs, ...source };
}

/** `masterId`: the node that runs transforms. */
export function shownStats(record: TransformRecord, masterId: string | undefined): JsonObject {
  const { id, state, reason, stats, checkpoint, checkpointMs, upperMs } = record;
  const last = {
    checkpoint,
    ...(checkpointMs === undefined ? {} : { timestamp_millis: checkpointMs }),
    ...(upperMs === undefined ? {} : { time_upper_bound_millis: upperMs }),
  };
  const isRunning = state === 'indexing' || state === 'stopping';
  return {
    id,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(state === 'stopped' || masterId === undefined ? {} : { node: { id: masterId } }),
    stats: Object.fromEntries(COUNTERS.map((name) => [name, stats[name] ?? 0])),
    checkpointing: {
      last,
      ...(isRunning ? { next: { checkpoint: checkpoint + 1 } } : {}),
    },
    health: { status: state === 'failed' ? 'red' : reason === undefined ? 'green' : 'yellow' },
  };
}
