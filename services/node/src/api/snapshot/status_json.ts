/** Numbers of `_status`, by shard and in total. */
import type { JsonObject } from '@skein/content';

export type Stage = 'INIT' | 'STARTED' | 'FINALIZE' | 'DONE' | 'FAILURE';

export interface ShardStatus {
  readonly stage: Stage;
  readonly nodeId?: string | undefined;
  readonly reason?: string | undefined;
  readonly newFiles: number;
  readonly newBytes: number;
  readonly files: number;
  readonly bytes: number;
  /** Amount copied so far; if absent, all new data was copied. */
  readonly done?: { readonly files: number; readonly bytes: number } | undefined;
  /** 0 if the shard has not begun, or failed before it did. */
  readonly startMs: number;
  readonly timeMs: number;
}

export const NOTHING_COPIED = {
  newFiles: 0,
  newBytes: 0,
  files: 0,
  bytes: 0,
  startMs: 0,
  timeMs: 0,
} as const;

export function shardJson(shard: ShardStatus): JsonObject {
  const { stage, nodeId, reason } = shard;
  return {
    stage,
    stats: statsJson([shard], shard),
    ...(nodeId === undefined ? {} : { node: nodeId }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** `timeMs`: duration of all shards together. */
export function statsJson(
  shards: readonly ShardStatus[],
  { startMs, timeMs }: Pick<ShardStatus, 'startMs' | 'timeMs'>,
): JsonObject {
  const total = (value: (shard: ShardStatus) => number) =>
    shards.reduce((sum, shard) => sum + value(shard), 0);
  const isUnderWay = shards.some(({ done }) => done !== undefined);
  return {
    incremental: {
      file_count: total(({ newFiles }) => newFiles),
      size_in_bytes: total(({ newBytes }) => newBytes),
    },
    ...(isUnderWay
      ? {
          processed: {
            file_count: total(({ done, newFiles }) => done?.files ?? newFiles),
            size_in_bytes: total(({ done, newBytes }) => done?.bytes ?? newBytes),
          },
        }
      : {}),
    total: {
      file_count: total(({ files }) => files),
      size_in_bytes: total(({ bytes }) => bytes),
    },
    start_time_in_millis: startMs,
    time_in_millis: timeMs,
  };
}

function stagesJson(shards: readonly ShardStatus[]): JsonObject {
  const count = (wanted: Stage) => shards.filter(({ stage }) => stage === wanted).length;
  return {
    initializing: count('INIT'),
    started: count('STARTED'),
    finalizing: count('FINALIZE'),
    done: count('DONE'),
    failed: count('FAILURE'),
    total: shards.length,
  };
}

interface StatusHead {
  readonly name: string;
  readonly repository: string;
  readonly uuid: string;
  readonly state: string;
  readonly includeGlobalState: boolean;
  readonly startMs: number;
  readonly timeMs: number;
}

type IndexStatuses = readonly (readonly [name: string, shards: readonly ShardStatus[]])[];

export function statusJson(head: StatusHead, indices: IndexStatuses): JsonObject {
  const all = indices.flatMap(([, shards]) => shards);
  return {
    snapshot: head.name,
    repository: head.repository,
    uuid: head.uuid,
    state: head.state,
    include_global_state: head.includeGlobalState,
    shards_stats: stagesJson(all),
    stats: statsJson(all, head),
    indices: Object.fromEntries(indices.map(([name, shards]) => [name, indexJson(head, shards)])),
  };
}

function indexJson(head: StatusHead, shards: readonly ShardStatus[]): JsonObject {
  return {
    shards_stats: stagesJson(shards),
    stats: statsJson(shards, timesOf(head, shards)),
    shards: Object.fromEntries(shards.map((shard, at) => [String(at), shardJson(shard)])),
  };
}

/**
 * From the first shard's start to the last one's end. An index of which no shard has begun gets the
 * times of its snapshot.
 */
function timesOf(
  { startMs, timeMs }: StatusHead,
  shards: readonly ShardStatus[],
): Pick<ShardStatus, 'startMs' | 'timeMs'> {
  const begun = shards.filter((shard) => shard.startMs > 0);
  if (begun.length === 0) return { startMs, timeMs };
  const first = Math.min(...begun.map((shard) => shard.startMs));
  const last = Math.max(...begun.map((shard) => shard.startMs + shard.timeMs));
  return { startMs: first, timeMs: last - first };
}
