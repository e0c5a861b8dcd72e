/** `GET /_cat/snapshots/{repository}`: the snapshots of a repository, the oldest first. */
import type { SnapshotRecord } from '@skein/cluster';
import { booleanParam, listParam, orDefault } from '@skein/http';
import type { SnapshotDetails } from '@skein/snapshots';
import { MASTER_TIMEOUT_PARAMS } from '../common_params.js';
import { refuse } from '../document/validate_write.js';
import { availableSnapshots } from '../snapshot/available_snapshots.js';
import { namedRepositories } from '../snapshot/named_repositories.js';
import { SEES_SNAPSHOTS } from '../snapshot/snapshot_privileges.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';

interface Row {
  readonly name: string;
  readonly status: string;
  readonly startMs: number;
  /** Undefined while the snapshot is in progress. */
  readonly endMs: number | undefined;
  readonly durationMs: number;
  readonly indices: number;
  readonly successful: number;
  readonly failed: number;
  readonly total: number;
  readonly reason: string | undefined;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'id',
    aliases: ['id', 'snapshot'],
    description: 'unique snapshot',
    cell: ({ name }) => name,
  },
  {
    name: 'status',
    aliases: ['s', 'status'],
    description: 'snapshot name',
    right: true,
    cell: ({ status }) => status,
  },
  {
    name: 'start_epoch',
    aliases: ['ste', 'startEpoch'],
    description: 'start time in seconds since 1970-01-01 00:00:00',
    cell: ({ startMs }) => seconds(startMs),
  },
  {
    name: 'start_time',
    aliases: ['sti', 'startTime'],
    description: 'start time in HH:MM:SS',
    cell: ({ startMs }) => clockTime(startMs),
  },
  {
    name: 'end_epoch',
    aliases: ['ete', 'endEpoch'],
    description: 'end time in seconds since 1970-01-01 00:00:00',
    cell: ({ endMs = 0 }) => seconds(endMs),
  },
  {
    name: 'end_time',
    aliases: ['eti', 'endTime'],
    description: 'end time in HH:MM:SS',
    cell: ({ endMs = 0 }) => clockTime(endMs),
  },
  {
    name: 'duration',
    aliases: ['dur', 'duration'],
    description: 'duration',
    right: true,
    cell: ({ durationMs }) => ({ ms: durationMs }),
  },
  {
    name: 'indices',
    aliases: ['i', 'indices'],
    description: 'number of indices',
    right: true,
    cell: ({ indices }) => indices,
  },
  {
    name: 'successful_shards',
    aliases: ['ss', 'successful_shards'],
    description: 'number of successful shards',
    right: true,
    cell: ({ successful }) => successful,
  },
  {
    name: 'failed_shards',
    aliases: ['fs', 'failed_shards'],
    description: 'number of failed shards',
    right: true,
    cell: ({ failed }) => failed,
  },
  {
    name: 'total_shards',
    aliases: ['ts', 'total_shards'],
    description: 'number of total shards',
    right: true,
    cell: ({ total }) => total,
  },
  {
    name: 'reason',
    aliases: ['r', 'reason'],
    description: 'reason for failures',
    hidden: true,
    cell: ({ reason = null }) => reason,
  },
];

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function clockTime(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}

function endedRow(details: SnapshotDetails): Row {
  return {
    ...details,
    status: details.state,
    durationMs: details.endMs - details.startMs,
    indices: details.indices.length,
    successful: details.successfulShards,
    failed: details.totalShards - details.successfulShards,
    total: details.totalShards,
  };
}

/** As in OpenSearch, the duration of a running snapshot is the time since its start. */
export function runningRow(record: SnapshotRecord, nowMs: number): Row {
  return {
    ...record,
    status: 'IN_PROGRESS',
    endMs: undefined,
    durationMs: Math.max(0, nowMs - record.startMs),
    indices: record.indices.length,
    successful: 0,
    failed: 0,
    total: 0,
    reason: undefined,
  };
}

function byStart(a: Row, b: Row): number {
  return a.startMs - b.startMs || (a.name < b.name ? -1 : 1);
}

export const snapshots = defineCat({
  id: 'cat.snapshots',
  shape: 'local',
  routes: ['GET /_cat/snapshots', 'GET /_cat/snapshots/{repository}'],
  params: {
    ...MASTER_TIMEOUT_PARAMS,
    ignore_unavailable: orDefault(booleanParam, false),
    repository: listParam,
  },
  privilege: SEES_SNAPSHOTS,
  columns: COLUMNS,
  rows: async ({ pathParams, params }, actors, { nowMs, signal }) => {
    const { masterService, snapshots: actor } = actors;
    const names = pathParams.repository?.split(',') ?? params.repository ?? [];
    refuse(names.length === 0 ? ['repository is missing'] : []);
    const rows: Row[] = [];
    for (const { name } of namedRepositories(masterService.state(), names)) {
      const { running, root } = await availableSnapshots(name, actors, signal);
      const uuids = root.snapshots.map(({ uuid }) => uuid);
      const ended = await actor.operate(name, 'details', { uuids }, signal);
      for (const details of ended) rows.push(endedRow(details));
      for (const record of running) rows.push(runningRow(record, nowMs));
    }
    return rows.sort(byStart);
  },
});
