/** The contents of a snapshot in its repository, assembled when all its shards are taken. */
import { utf8Decode } from '@skein/bytes';
import { encodeJson } from '@skein/content';
import type { SnapshotDetails, SnapshotFailure } from '@skein/snapshots';
import type { ClusterState } from '../state/cluster_state.js';
import type { DataStream } from '../state/data_stream.js';
import { encodeIndex } from '../state/encode.js';
import { encodeDataStream } from '../state/encode_data_stream.js';
import { encodeGlobalMetadata } from '../state/global_metadata.js';
import { withoutSearchable } from '../state/searchable_snapshot.js';
import type { SnapshotIndex, SnapshotRecord } from '../state/snapshot_records.js';

export interface FinishedSnapshot {
  readonly details: SnapshotDetails;
  /** JSON of the data streams and, with the global state, of the rest of the metadata. */
  readonly globalMetadata: Uint8Array;
  readonly indices: readonly FinishedIndex[];
}

interface FinishedIndex {
  readonly name: string;
  readonly id: string;
  /** JSON of the index metadata (`encodeIndex`). */
  readonly metadata: Uint8Array;
  /** By shard, the list that was written; undefined: the shard was not taken. */
  readonly shards: readonly (string | undefined)[];
  /** By shard, the list that the written one was based on. */
  readonly bases: readonly (string | undefined)[];
}

interface Moment {
  readonly nowMs: () => number;
  readonly version: { readonly version: string; readonly versionId: number };
}

/**
 * Assembles the snapshot. Mappings and settings are the current ones, which may be newer than the
 * documents, never older.
 */
export function finishedSnapshot(
  state: ClusterState,
  snapshot: SnapshotRecord,
  moment: Moment,
): FinishedSnapshot {
  const indices = snapshot.indices.flatMap((index) => finishedIndex(state, index));
  const failures = snapshot.indices.flatMap(failuresOf);
  const shards = snapshot.indices.flatMap((index) => index.shards);
  const streams = takenStreams(state, snapshot, new Set(indices.map(({ name }) => name)));
  return {
    details: {
      ...detailsOf(snapshot, moment),
      indices: indices.map(({ name }) => name),
      dataStreams: streams.map(({ name }) => name),
      state: failures.length === 0 ? 'SUCCESS' : 'PARTIAL',
      totalShards: shards.length,
      successfulShards: shards.filter(({ state: one }) => one === 'taken').length,
      failures,
    },
    globalMetadata: encodeJson({
      dataStreams: streams.map(encodeDataStream),
      ...(snapshot.includeGlobalState ? { global: encodeGlobalMetadata(state.metadata) } : {}),
    }),
    indices,
  };
}

/**
 * The streams with those backing indices that are in the snapshot, since a stream may have rolled
 * over in between.
 */
function takenStreams(
  state: ClusterState,
  { dataStreams }: SnapshotRecord,
  taken: ReadonlySet<string>,
): readonly DataStream[] {
  return dataStreams.flatMap((name) => {
    const stream = state.metadata.dataStreams.get(name);
    const indices = stream?.indices.filter((index) => taken.has(index)) ?? [];
    return stream === undefined || indices.length === 0 ? [] : [{ ...stream, indices }];
  });
}

/** The clone's contents: those of its source, under its own name and time. */
export function finishedClone(
  cloned: FinishedSnapshot,
  snapshot: SnapshotRecord,
  moment: Moment,
): FinishedSnapshot {
  const { details } = cloned;
  return {
    ...cloned,
    details: {
      ...details,
      ...detailsOf(snapshot, moment),
      includeGlobalState: details.includeGlobalState,
    },
  };
}

function detailsOf(snapshot: SnapshotRecord, { nowMs, version }: Moment) {
  const { name, uuid, startMs, includeGlobalState, isPartial, metadata } = snapshot;
  return {
    name,
    uuid,
    ...version,
    startMs,
    endMs: Math.max(startMs, nowMs()),
    reason: undefined,
    includeGlobalState,
    isPartial,
    metadata: metadata === undefined ? undefined : utf8Decode(encodeJson(metadata)),
    remoteStoreIndexShallowCopy: false,
  } as const;
}

/** The index, or none if it was deleted meanwhile. */
function finishedIndex(
  state: ClusterState,
  { name, uuid, id, shards }: SnapshotIndex,
): FinishedIndex[] {
  const index = state.metadata.indices.get(name);
  if (index?.uuid !== uuid) return [];
  const { lifecycle: _, restoredFrom: __, ...kept } = index;
  return [
    {
      name,
      id,
      // The snapshot contains all the documents itself, even if the index is a searchable snapshot.
      metadata: encodeJson(encodeIndex({ ...kept, settings: withoutSearchable(kept.settings) })),
      shards: shards.map(({ state: one, generation }) =>
        one === 'taken' ? generation : undefined,
      ),
      bases: shards.map(({ base }) => base),
    },
  ];
}

function failuresOf({ name, shards }: SnapshotIndex): SnapshotFailure[] {
  return shards.flatMap(({ state, nodeId, reason }, shard) =>
    state === 'taken'
      ? []
      : [
          {
            index: name,
            shard,
            nodeId,
            reason: reason ?? 'unknown',
            status: 'INTERNAL_SERVER_ERROR',
          },
        ],
  );
}
