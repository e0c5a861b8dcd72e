/** `GET /_cat/shards`: every copy of every shard, with its node and its state. */

import { formatTimeMs } from '@skein/base';
import { INDICES_OPTIONS, isActive } from '@skein/cluster';
import { parseDateFormat } from '@skein/dates';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import type { Column } from './cat_table.js';
import { COPY_COLUMNS, PLACE_COLUMNS } from './columns/copy_columns.js';
import { WARMER_COLUMNS } from './columns/more_stat_columns.js';
import { STAT_COLUMNS, type StatColumn, statCells } from './columns/stat_columns.js';
import { hostOf } from './node_address.js';
import { type PlacedRow, placedRows } from './shard_rows.js';

interface Row extends PlacedRow {
  readonly nowMs: number;
}

const UNASSIGNED_AT = parseDateFormat('strict_date_time');

/** As in OpenSearch, a copy that moves has the address, id and name of its next node too. */
export function nodeText({ node, destination }: Pick<Row, 'node' | 'destination'>): string | null {
  if (node === undefined || destination === undefined) return node?.name ?? null;
  const { id, name, transportAddress } = destination;
  return `${node.name} -> ${hostOf(transportAddress)} ${id} ${name}`;
}

function ofShard(column: StatColumn): Column<Row> {
  return statCells(column, ({ stats }) => (stats ? [stats] : []));
}

const OWN: readonly Column<Row>[] = [
  ...COPY_COLUMNS,
  { name: 'state', aliases: ['st'], description: 'shard state', cell: (row) => row.copy.state },
  {
    name: 'docs',
    aliases: ['d', 'dc'],
    description: 'number of docs in shard',
    right: true,
    cell: (row) => row.stats?.docs.count ?? null,
  },
  {
    name: 'store',
    aliases: ['sto'],
    description: 'size on disk of the shard',
    right: true,
    cell: (row) => (row.stats ? { bytes: row.stats.storeBytes } : null),
  },
  ...PLACE_COLUMNS,
  {
    name: 'node',
    aliases: ['n'],
    description: 'name of node where it lives',
    cell: nodeText,
  },
  { name: 'sync_id', aliases: ['sync_id'], description: 'sync id', hidden: true, cell: () => null },
  {
    name: 'unassigned.reason',
    aliases: ['ur'],
    description: 'reason the shard is unassigned',
    hidden: true,
    cell: (row) => row.copy.unassigned?.reason ?? null,
  },
  {
    name: 'unassigned.at',
    aliases: ['ua'],
    description: 'time the shard became unassigned (UTC)',
    hidden: true,
    cell: (row) => (row.copy.unassigned ? UNASSIGNED_AT.format(row.copy.unassigned.atMs) : null),
  },
  {
    name: 'unassigned.for',
    aliases: ['uf'],
    description: 'time the shard has been unassigned',
    hidden: true,
    right: true,
    cell: (row) =>
      row.copy.unassigned ? formatTimeMs(row.nowMs - row.copy.unassigned.atMs) : null,
  },
  {
    name: 'unassigned.details',
    aliases: ['ud'],
    description: 'details about why the shard is unassigned',
    hidden: true,
    cell: (row) => row.copy.unassigned?.details ?? null,
  },
  {
    name: 'recoverysource.type',
    aliases: ['rs'],
    description: 'source of the recovery',
    hidden: true,
    cell: (row) => (isActive(row.copy) ? null : row.copy.recoverySource),
  },
];

const AFTER_STATS: readonly Column<Row>[] = [
  {
    name: 'seq_no.max',
    aliases: ['sqm', 'maxSeqNo'],
    description: 'highest sequence number',
    hidden: true,
    right: true,
    cell: (row) => row.stats?.seqNo.maxSeqNo ?? null,
  },
  {
    name: 'seq_no.local_checkpoint',
    aliases: ['sql', 'localCheckpoint'],
    description: 'local checkpoint',
    hidden: true,
    right: true,
    cell: (row) => row.stats?.seqNo.localCheckpoint ?? null,
  },
  {
    name: 'seq_no.global_checkpoint',
    aliases: ['sqg', 'globalCheckpoint'],
    description: 'global checkpoint',
    hidden: true,
    right: true,
    cell: (row) => row.stats?.seqNo.globalCheckpoint ?? null,
  },
  ...WARMER_COLUMNS.map(ofShard),
  {
    name: 'path.data',
    aliases: ['pd', 'dataPath'],
    description: 'folder of the shard data',
    hidden: true,
    right: true,
    cell: (row) => row.stats?.dataPath ?? null,
  },
  {
    name: 'path.state',
    aliases: ['ps', 'statsPath'],
    description: 'folder of the shard state',
    hidden: true,
    right: true,
    cell: (row) => row.stats?.dataPath ?? null,
  },
  {
    name: 'docs.deleted',
    aliases: ['dd', 'docsDeleted'],
    description: 'number of deleted docs in shard',
    hidden: true,
    right: true,
    cell: (row) => row.stats?.docs.deleted ?? null,
  },
];

const COLUMNS: readonly Column<Row>[] = [...OWN, ...STAT_COLUMNS.map(ofShard), ...AFTER_STATS];

export const shards = defineCat({
  id: 'cat.shards',
  shape: 'shards',
  routes: ['GET /_cat/shards', 'GET /_cat/shards/{index}'],
  params: STATE_PARAMS,
  privilege: { anyOf: ['indices:monitor', 'indices:read'] },
  columns: COLUMNS,
  rows: async ({ pathParams }, actors, context) => {
    const options = INDICES_OPTIONS.strictExpandHidden;
    const rows = await placedRows({ expression: pathParams.index, options }, actors, context);
    return rows.map((row) => ({ ...row, nowMs: context.nowMs }));
  },
});
