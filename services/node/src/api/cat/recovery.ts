/** `GET /_cat/recovery`: the source, stage and progress of each shard copy's recovery. */
import { INDICES_OPTIONS } from '@skein/cluster';
import { INDEX_EXPRESSION_PARAMS } from '../common_params.js';
import { indexExpression, READS_METADATA, shownIndices } from '../indices/index_targets.js';
import { isoDate } from '../indices/render_settings.js';
import {
  bytesOf,
  filesOf,
  operationsPercent,
  percentOf,
  RECOVERY_PARAMS,
  type RecoveryRow,
  recoveryRows,
  tookMs,
} from '../indices/stats/recovery_rows.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { SHARD_COLUMNS } from './columns/copy_columns.js';

type Row = RecoveryRow & { readonly nowMs: number };

const NONE = 'n/a';

const COLUMNS: readonly Column<Row>[] = [
  ...SHARD_COLUMNS,
  {
    name: 'start_time',
    aliases: ['start'],
    description: 'recovery start time',
    hidden: true,
    cell: ({ recovery }) => isoDate(recovery.startMs),
  },
  {
    name: 'start_time_millis',
    aliases: ['start_millis'],
    description: 'recovery start time in epoch milliseconds',
    hidden: true,
    cell: ({ recovery }) => recovery.startMs,
  },
  {
    name: 'stop_time',
    aliases: ['stop'],
    description: 'recovery stop time',
    hidden: true,
    cell: ({ recovery }) => (recovery.stopMs === undefined ? null : isoDate(recovery.stopMs)),
  },
  {
    name: 'stop_time_millis',
    aliases: ['stop_millis'],
    description: 'recovery stop time in epoch milliseconds',
    hidden: true,
    cell: ({ recovery }) => recovery.stopMs ?? null,
  },
  {
    name: 'time',
    aliases: ['t', 'ti'],
    description: 'recovery time',
    cell: ({ recovery, nowMs }) => ({ ms: tookMs(recovery, nowMs) }),
  },
  {
    name: 'type',
    aliases: ['ty'],
    description: 'recovery type',
    cell: ({ recovery }) => recovery.type.toLowerCase(),
  },
  {
    name: 'stage',
    aliases: ['st'],
    description: 'recovery stage',
    cell: ({ recovery }) => recovery.stage.toLowerCase(),
  },
  {
    name: 'source_host',
    aliases: ['shost'],
    description: 'source host',
    cell: ({ source }) => source?.host ?? NONE,
  },
  {
    name: 'source_node',
    aliases: ['snode'],
    description: 'source node name',
    cell: ({ source }) => source?.name ?? NONE,
  },
  {
    name: 'target_host',
    aliases: ['thost'],
    description: 'target host',
    cell: ({ target }) => target?.host ?? NONE,
  },
  {
    name: 'target_node',
    aliases: ['tnode'],
    description: 'target node name',
    cell: ({ target }) => target?.name ?? NONE,
  },
  {
    name: 'repository',
    aliases: ['rep'],
    description: 'repository',
    cell: ({ snapshot }) => snapshot?.repository ?? NONE,
  },
  {
    name: 'snapshot',
    aliases: ['snap'],
    description: 'snapshot',
    cell: ({ snapshot }) => snapshot?.snapshot.name ?? NONE,
  },
  {
    name: 'files',
    aliases: ['f'],
    description: 'number of files to recover',
    cell: ({ recovery }) => filesOf(recovery).total - filesOf(recovery).reused,
  },
  {
    name: 'files_recovered',
    aliases: ['fr'],
    description: 'files recovered',
    cell: ({ recovery }) => filesOf(recovery).recovered,
  },
  {
    name: 'files_percent',
    aliases: ['fp'],
    description: 'percent of files recovered',
    cell: ({ recovery }) => percentOf(filesOf(recovery)),
  },
  {
    name: 'files_total',
    aliases: ['tf'],
    description: 'total number of files',
    cell: ({ recovery }) => filesOf(recovery).total,
  },
  {
    name: 'bytes',
    aliases: ['b'],
    description: 'number of bytes to recover',
    cell: ({ recovery }) => bytesOf(recovery).total - bytesOf(recovery).reused,
  },
  {
    name: 'bytes_recovered',
    aliases: ['br'],
    description: 'bytes recovered',
    cell: ({ recovery }) => bytesOf(recovery).recovered,
  },
  {
    name: 'bytes_percent',
    aliases: ['bp'],
    description: 'percent of bytes recovered',
    cell: ({ recovery }) => percentOf(bytesOf(recovery)),
  },
  {
    name: 'bytes_total',
    aliases: ['tb'],
    description: 'total number of bytes',
    cell: ({ recovery }) => bytesOf(recovery).total,
  },
  {
    name: 'translog_ops',
    aliases: ['to'],
    description: 'number of translog ops to recover',
    cell: ({ recovery }) => recovery.operations.total,
  },
  {
    name: 'translog_ops_recovered',
    aliases: ['tor'],
    description: 'translog ops recovered',
    cell: ({ recovery }) => recovery.operations.recovered,
  },
  {
    name: 'translog_ops_percent',
    aliases: ['top'],
    description: 'percent of translog ops recovered',
    cell: ({ recovery }) => operationsPercent(recovery),
  },
];

export const recovery = defineCat({
  id: 'cat.recovery',
  shape: 'shards',
  routes: ['GET /_cat/recovery', 'GET /_cat/recovery/{index}'],
  params: { ...INDEX_EXPRESSION_PARAMS, ...RECOVERY_PARAMS },
  privilege: { anyOf: READS_METADATA },
  columns: COLUMNS,
  rows: async ({ pathParams, params }, actors, context) => {
    const target = indexExpression(pathParams.index, params, INDICES_OPTIONS.strictExpandHidden);
    const names = shownIndices(actors, context, target, READS_METADATA);
    const rows = await recoveryRows(names, params, actors, context);
    return rows.map((row) => ({ ...row, nowMs: context.nowMs }));
  },
});
