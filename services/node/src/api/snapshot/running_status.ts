/**
 * The status of running snapshots: the states of their shards in the cluster state, and the
 * progress that nodes report.
 */
import type { IndexMetadata, ShardTaking, SnapshotIndex, SnapshotRecord } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import type { Actors } from '../../actors.js';
import type { TakingProgress } from '../../snapshot_host/mod.js';
import { indicesInSnapshot } from './indices_in_snapshot.js';
import { NOTHING_COPIED, type ShardStatus, type Stage, statusJson } from './status_json.js';

interface Asked {
  readonly indices: readonly string[] | undefined;
  readonly actors: Pick<Actors, 'snapshots' | 'masterService'>;
  readonly signal: AbortSignal;
}

const STAGES: Readonly<Record<ShardTaking['state'], Stage>> = {
  waiting: 'INIT',
  taking: 'STARTED',
  taken: 'DONE',
  failed: 'FAILURE',
  missing: 'FAILURE',
};

export async function runningStatus(
  records: readonly SnapshotRecord[],
  { indices, actors, signal }: Asked,
): Promise<JsonObject[]> {
  if (records.length === 0) return [];
  const { metadata } = actors.masterService.state();
  const uuids = records.map(({ uuid }) => uuid);
  const takings = await actors.snapshots.progress(uuids, signal);
  const known = new Map(takings.map((one) => [takingName(one), one]));
  return records.map((record) => {
    const names = indicesInSnapshot(
      record.indices.map(({ name }) => name),
      indices ?? [],
    );
    const wanted = new Set(names);
    const shown = record.indices.filter(({ name }) => wanted.has(name));
    const head = {
      ...record,
      state: record.hasBegun ? 'STARTED' : 'INIT',
      timeMs: 0,
    };
    return statusJson(
      head,
      shown.map((index) => {
        const shards = record.hasBegun
          ? shardsOf(index, record, known)
          : plannedShards(metadata.indices.get(index.name), index, record);
        return [index.name, shards] as const;
      }),
    );
  });
}

/**
 * The shards of an index that has not started: all are waiting. For a clone only the repository
 * knows their number.
 */
function plannedShards(
  index: IndexMetadata | undefined,
  { uuid }: SnapshotIndex,
  { startMs }: SnapshotRecord,
): ShardStatus[] {
  const count = index?.uuid === uuid ? index.numberOfShards : 0;
  return Array.from({ length: count }, () => ({ ...NOTHING_COPIED, stage: 'INIT', startMs }));
}

function shardsOf(
  { name, shards }: SnapshotIndex,
  { uuid }: SnapshotRecord,
  takings: ReadonlyMap<string, TakingProgress>,
): ShardStatus[] {
  return shards.map(({ state, nodeId, reason }, shardId) => {
    const known = takings.get(takingName({ snapshotUuid: uuid, index: name, shardId }));
    const head = { stage: STAGES[state], nodeId, reason };
    const { progress } = known ?? {};
    if (known === undefined || progress === undefined) return { ...NOTHING_COPIED, ...head };
    return {
      ...head,
      newFiles: progress.newFiles,
      newBytes: progress.newBytes,
      files: progress.totalFiles,
      bytes: progress.totalBytes,
      done: { files: progress.doneFiles, bytes: progress.doneBytes },
      startMs: known.startMs,
      timeMs: 0,
    };
  });
}

function takingName({
  snapshotUuid,
  index,
  shardId,
}: Pick<TakingProgress, 'snapshotUuid' | 'index' | 'shardId'>): string {
  return `${snapshotUuid}[${index}][${shardId}]`;
}
