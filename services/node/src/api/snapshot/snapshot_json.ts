/** A snapshot in the form of responses. */

import { utf8 } from '@skein/bytes';
import type { SnapshotRecord } from '@skein/cluster';
import { isJsonObject, type JsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { RootSnapshot, SnapshotDetails } from '@skein/snapshots';
import { REFERENCE_VERSION } from '../../version.js';

/** A completed snapshot. */
export function detailsJson(details: SnapshotDetails): JsonObject {
  const { startMs, endMs, metadata, totalShards, successfulShards } = details;
  return {
    ...headJson(details),
    ...(metadata === undefined ? {} : { metadata: parsedMetadata(metadata) }),
    state: details.state,
    ...(details.reason === undefined ? {} : { reason: details.reason }),
    start_time: isoTime(startMs),
    start_time_in_millis: startMs,
    end_time: isoTime(endMs),
    end_time_in_millis: endMs,
    duration_in_millis: endMs - startMs,
    failures: details.failures.map(({ index, shard, nodeId, reason, status }) => ({
      index,
      index_uuid: index,
      shard_id: shard,
      reason,
      ...(nodeId === undefined ? {} : { node_id: nodeId }),
      status,
    })),
    shards: {
      total: totalShards,
      failed: totalShards - successfulShards,
      successful: successfulShards,
    },
  };
}

type Head = Pick<
  SnapshotDetails,
  'name' | 'uuid' | 'versionId' | 'version' | 'includeGlobalState'
> &
  Pick<SnapshotDetails, 'indices' | 'dataStreams'>;

function headJson(snapshot: Head): JsonObject {
  return {
    snapshot: snapshot.name,
    uuid: snapshot.uuid,
    version_id: snapshot.versionId,
    version: snapshot.version,
    remote_store_index_shallow_copy: false,
    indices: [...snapshot.indices],
    data_streams: [...snapshot.dataStreams],
    include_global_state: snapshot.includeGlobalState,
  };
}

/** A running snapshot. */
export function runningJson(record: SnapshotRecord): JsonObject {
  const { startMs, metadata } = record;
  const indices = record.indices.map(({ name }) => name);
  return {
    ...headJson({ ...record, ...REFERENCE_VERSION, indices }),
    ...(metadata === undefined ? {} : { metadata }),
    state: 'IN_PROGRESS',
    start_time: isoTime(startMs),
    start_time_in_millis: startMs,
    end_time: isoTime(0),
    end_time_in_millis: 0,
    duration_in_millis: 0,
    failures: [],
    shards: { total: 0, failed: 0, successful: 0 },
  };
}

/** The part that the root contains: `verbose=false`. */
export function rootJson({ name, uuid, indices, dataStreams, state }: RootSnapshot): JsonObject {
  return {
    snapshot: name,
    uuid,
    indices: [...indices].sort(),
    data_streams: [...dataStreams],
    state,
  };
}

function parsedMetadata(text: string): JsonObject {
  const metadata = parseJson(utf8(text));
  if (isJsonObject(metadata)) return metadata;
  throw new ApiError('corrupt_repository_exception', 'the metadata of a snapshot is no object');
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
