/** `GET /_cat/health`: the cluster on one line. */
import { type ClusterHealth, clusterHealth } from '@skein/cluster';
import { booleanParam, orDefault } from '@skein/http';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { epochColumns } from './columns/epoch_columns.js';

interface Row {
  readonly nowMs: number;
  readonly clusterName: string;
  readonly health: ClusterHealth;
  readonly pendingTasks: number;
  readonly longestWaitMs: number;
}

function count(
  name: string,
  aliases: readonly string[],
  description: string,
  cell: (row: Row) => number,
): Column<Row> {
  return { name, aliases, description, right: true, cell };
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'cluster', aliases: ['cl'], description: 'cluster name', cell: (row) => row.clusterName },
  {
    name: 'status',
    aliases: ['st'],
    description: 'health status',
    cell: (row) => row.health.status,
  },
  count('node.total', ['nt', 'nodeTotal'], 'nodes', (row) => row.health.numberOfNodes),
  count(
    'node.data',
    ['nd', 'nodeData'],
    'nodes that hold data',
    (row) => row.health.numberOfDataNodes,
  ),
  {
    name: 'discovered_cluster_manager',
    aliases: ['dcm', 'dm', 'discovered_master'],
    description: 'true if there is a cluster manager',
    right: true,
    cell: (row) => row.health.hasMaster,
  },
  count(
    'shards',
    ['t', 'sh', 'shards.total', 'shardsTotal'],
    'number of active shards',
    (row) => row.health.activeShards,
  ),
  count(
    'pri',
    ['p', 'shards.primary', 'shardsPrimary'],
    'number of active primary shards',
    (row) => row.health.activePrimaryShards,
  ),
  count(
    'relo',
    ['r', 'shards.relocating', 'shardsRelocating'],
    'number of relocating shards',
    (row) => row.health.relocatingShards,
  ),
  count(
    'init',
    ['i', 'shards.initializing', 'shardsInitializing'],
    'number of initializing shards',
    (row) => row.health.initializingShards,
  ),
  count(
    'unassign',
    ['u', 'shards.unassigned', 'shardsUnassigned'],
    'number of unassigned shards',
    (row) => row.health.unassignedShards,
  ),
  count(
    'pending_tasks',
    ['pt', 'pendingTasks'],
    'number of pending tasks',
    (row) => row.pendingTasks,
  ),
  {
    name: 'max_task_wait_time',
    aliases: ['mtwt', 'maxTaskWaitTime'],
    description: 'wait time of the longest pending task',
    right: true,
    cell: (row) => (row.longestWaitMs === 0 ? '-' : { ms: row.longestWaitMs }),
  },
  {
    name: 'active_shards_percent',
    aliases: ['asp', 'activeShardsPercent'],
    description: 'percentage of active shards',
    right: true,
    cell: (row) => `${row.health.activeShardsPercent.toFixed(1)}%`,
  },
];

const ALL_COLUMNS = [...epochColumns<Row>(), ...COLUMNS];

export const health = defineCat({
  id: 'cat.health',
  shape: 'local',
  routes: ['GET /_cat/health'],
  params: { ts: orDefault(booleanParam, true) },
  privilege: 'cluster:monitor',
  columns: { all: ALL_COLUMNS, chosen: ({ params }) => (params.ts ? ALL_COLUMNS : COLUMNS) },
  rows: async (_request, { masterService }, { nowMs }) => {
    const state = masterService.state();
    const waiting = await masterService.pendingTasks();
    return [
      {
        nowMs,
        clusterName: state.clusterName,
        health: clusterHealth(state),
        pendingTasks: waiting.length,
        longestWaitMs: waiting.reduce((max, task) => Math.max(max, task.timeInQueueMs), 0),
      },
    ];
  },
});
