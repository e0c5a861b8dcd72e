/** The blob `snap-<uuid>`: all details of a finished snapshot. */
import {
  SNAPSHOT_STATES,
  type SnapshotDetails,
  type SnapshotFailure,
} from '../snapshots/snapshot.js';
import { Fields, textOf } from './fields.js';

export function detailsFromPlain(value: unknown): SnapshotDetails {
  const fields = new Fields(value);
  return {
    name: fields.text('name'),
    uuid: fields.plainName('uuid'),
    version: fields.text('version'),
    versionId: fields.count('versionId'),
    startMs: fields.count('startMs'),
    endMs: fields.count('endMs'),
    state: fields.oneOf('state', SNAPSHOT_STATES),
    reason: fields.optionalText('reason'),
    indices: fields.list('indices', textOf),
    dataStreams: fields.list('dataStreams', textOf),
    includeGlobalState: fields.flag('includeGlobalState'),
    isPartial: fields.flag('isPartial'),
    metadata: fields.optionalText('metadata'),
    totalShards: fields.count('totalShards'),
    successfulShards: fields.count('successfulShards'),
    failures: fields.list('failures', failureFromPlain),
    remoteStoreIndexShallowCopy: false,
  };
}

function failureFromPlain(value: unknown): SnapshotFailure {
  const fields = new Fields(value);
  return {
    index: fields.text('index'),
    shard: fields.count('shard'),
    nodeId: fields.optionalText('nodeId'),
    reason: fields.text('reason'),
    status: fields.text('status'),
  };
}
