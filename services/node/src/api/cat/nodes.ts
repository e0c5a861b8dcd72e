/** `GET /_cat/nodes`: nodes with their memory, processor and roles. */
import type { ClusterNode } from '@skein/cluster';
import { booleanParam, orDefault, timeParam } from '@skein/http';
import type { ScriptStats } from '@skein/script';
import type { ShardStats } from '@skein/shard';
import type { NodeReport } from '../../node_operations/mod.js';
import { shownRoles } from '../../node_operations/roles.js';
import { SYSTEM_IDENTITY } from '../../security/system_identity.js';
import { timeoutOf } from '../nodes/report_timeout.js';
import { defineCat } from './cat_endpoint.js';
import { STATE_PARAMS } from './cat_params.js';
import { type Column, isShown } from './cat_table.js';
import type { Cell } from './cell.js';
import { NODE_STAT_COLUMNS } from './columns/more_stat_columns.js';
import { insertAfter, statCells } from './columns/stat_columns.js';
import { portOf } from './node_address.js';
import { shardRows } from './shard_rows.js';

interface Row {
  readonly node: ClusterNode;
  /** Undefined when the node has not answered; its row is shown all the same. */
  readonly report: NodeReport | undefined;
  readonly isMaster: boolean;
  readonly fullId: boolean;
  /** The statistics of the started copies on the node. */
  readonly shards: readonly ShardStats[];
}

type Read = (report: NodeReport) => Cell;

function word(name: string, aliases: string, description: string, read: Read): Column<Row> {
  return {
    ...fact(name, aliases, description, () => null),
    cell: ({ report }) => (report === undefined ? null : read(report)),
  };
}

/** A column that the cluster state fills for every member, also for one that has not answered. */
function fact(
  name: string,
  aliases: string,
  description: string,
  cell: (row: Row) => Cell,
): Column<Row> {
  return { name, aliases: aliases.split(','), description, cell };
}

function number(name: string, aliases: string, description: string, read: Read): Column<Row> {
  return { ...word(name, aliases, description, read), right: true };
}

function hidden(column: Column<Row>): Column<Row> {
  return { ...column, hidden: true };
}

/** Characters of a node id that are shown without `full_id`. */
const SHORT_ID_LENGTH = 4;
/** OpenSearch's one letter a role; the letters stand in alphabetical order. */
const ROLE_LETTERS: Readonly<Record<string, string>> = {
  cluster_manager: 'm',
  data: 'd',
  ingest: 'i',
  remote_cluster_client: 'r',
};

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

function usedBytes({ sample: { disk } }: NodeReport): number {
  return disk.totalBytes - disk.availableBytes;
}

function ramUsedBytes({ sample: { machine } }: NodeReport): number {
  return machine.memoryTotalBytes - machine.memoryFreeBytes;
}

function load(minutesIndex: 0 | 1 | 2): Read {
  return ({ sample }) => sample.machine.loadAverage[minutesIndex].toFixed(2);
}

function roleLetters(roles: readonly string[]): string {
  const letters = shownRoles(roles).map((role) => ROLE_LETTERS[role] ?? '');
  return letters.sort().join('') || '-';
}

const OWN: readonly Column<Row>[] = [
  hidden(
    fact('id', 'id,nodeId', 'unique node id', ({ node, fullId }) =>
      fullId ? node.id : node.id.slice(0, SHORT_ID_LENGTH),
    ),
  ),
  hidden(number('pid', 'p', 'process id', (r) => r.process.pid)),
  fact('ip', 'i', 'ip address', ({ node }) => node.host),
  hidden({
    ...fact('port', 'po', 'bound transport port', ({ node }) => portOf(node.transportAddress)),
    right: true,
  }),
  hidden(
    fact('http_address', 'http', 'bound http address', ({ node }) => node.httpAddress ?? null),
  ),
  hidden(fact('version', 'v', 'version of Skein', ({ node }) => node.version)),
  hidden(word('type', 't', 'way of distribution', () => 'tar')),
  hidden(word('build', 'b', 'build hash', () => '-')),
  hidden(word('jdk', 'j', 'runtime version', (r) => r.process.runtime.version)),
  hidden(
    number('disk.total', 'dt,diskTotal', 'total disk space', (r) => ({
      bytes: r.sample.disk.totalBytes,
    })),
  ),
  hidden(number('disk.used', 'du,diskUsed', 'used disk space', (r) => ({ bytes: usedBytes(r) }))),
  hidden(
    number('disk.avail', 'd,da,disk,diskAvail', 'available disk space', (r) => ({
      bytes: r.sample.disk.availableBytes,
    })),
  ),
  hidden(
    number('disk.used_percent', 'dup,diskUsedPercent', 'share of the disk used', (r) =>
      ((usedBytes(r) / r.sample.disk.totalBytes) * 100).toFixed(2),
    ),
  ),
  hidden(
    number('heap.current', 'hc,heapCurrent', 'used heap', (r) => ({
      bytes: r.sample.heap.usedBytes,
    })),
  ),
  number('heap.percent', 'hp,heapPercent', 'share of the heap used', (r) =>
    percent(r.sample.heap.usedBytes, r.sample.heap.maxBytes),
  ),
  hidden(
    number('heap.max', 'hm,heapMax', 'largest heap', (r) => ({ bytes: r.sample.heap.maxBytes })),
  ),
  hidden(
    number('ram.current', 'rc,ramCurrent', 'used memory of the machine', (r) => ({
      bytes: ramUsedBytes(r),
    })),
  ),
  number('ram.percent', 'rp,ramPercent', 'share of memory used', (r) =>
    percent(ramUsedBytes(r), r.sample.machine.memoryTotalBytes),
  ),
  hidden(
    number('ram.max', 'rm,ramMax', 'memory of the machine', (r) => ({
      bytes: r.sample.machine.memoryTotalBytes,
    })),
  ),
  hidden(
    number(
      'file_desc.current',
      'fdc,fileDescriptorCurrent',
      'open file descriptors',
      (r) => r.sample.openFileDescriptors,
    ),
  ),
  hidden(
    number(
      'file_desc.percent',
      'fdp,fileDescriptorPercent',
      'share of file descriptors open',
      (r) => percent(r.sample.openFileDescriptors, r.sample.maxFileDescriptors),
    ),
  ),
  hidden(
    number(
      'file_desc.max',
      'fdm,fileDescriptorMax',
      'most file descriptors',
      (r) => r.sample.maxFileDescriptors,
    ),
  ),
  number('cpu', 'cpu', 'share of the processors used', (r) => r.sample.cpuPercent),
  number('load_1m', 'l', 'load of a minute', load(0)),
  number('load_5m', 'l', 'load of five minutes', load(1)),
  number('load_15m', 'l', 'load of fifteen minutes', load(2)),
  hidden(number('uptime', 'u', 'time since start', (r) => ({ ms: r.sample.uptimeMs }))),
  fact(
    'node.role',
    'r,role,nodeRole',
    'roles, a letter each: m cluster manager, d data, i ingest, r remote cluster client',
    ({ node }) => roleLetters(node.roles),
  ),
  fact(
    'node.roles',
    'rs,all roles',
    'roles by name',
    ({ node }) => shownRoles(node.roles).join(',') || '-',
  ),
  fact('cluster_manager', 'cm,m,master', '* marks the cluster manager', ({ isMaster }) =>
    isMaster ? '*' : '-',
  ),
  fact('name', 'n', 'node name', ({ node }) => node.name),
];

/** The figures of the node's scripts, summed over all contexts. */
const SCRIPTS: readonly Column<Row>[] = [
  scriptColumn('compilations', 'scrcc,scriptCompilations', 'script compilations'),
  scriptColumn('cache_evictions', 'scrce,scriptCacheEvictions', 'script cache evictions'),
  scriptColumn(
    'compilation_limit_triggered',
    'scrclt,scriptCacheCompilationLimitTriggered',
    'script cache compilation limit triggered',
  ),
];

function scriptColumn(key: keyof ScriptStats, aliases: string, description: string): Column<Row> {
  return hidden(
    number(`script.${key}`, aliases, description, ({ scripts }) =>
      scripts.reduce((sum, [, stats]) => sum + stats[key], 0),
    ),
  );
}

/** The shard figures of the node. Shards are asked for them only when one of them is shown. */
const FIGURES: readonly Column<Row>[] = NODE_STAT_COLUMNS.map((column) =>
  statCells(column, ({ shards }) => shards),
);

const COLUMNS: readonly Column<Row>[] = [
  ...OWN,
  ...insertAfter(FIGURES, 'refresh.listeners', SCRIPTS),
];

export const nodes = defineCat({
  id: 'cat.nodes',
  shape: 'nodes',
  routes: ['GET /_cat/nodes'],
  params: { ...STATE_PARAMS, full_id: orDefault(booleanParam, false), timeout: timeParam },
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: async ({ params }, actors, context) => {
    const { masterService, nodeOperations } = actors;
    const state = masterService.state();
    const asker = { ...context, identity: SYSTEM_IDENTITY };
    const shards = isShown(FIGURES, params)
      ? await shardRows([...state.metadata.indices.keys()], actors, asker)
      : [];
    const timeout = timeoutOf(params.timeout);
    const { reports } = await nodeOperations.reports([...state.nodes.keys()], timeout);
    const byId = new Map(reports.map((report) => [report.facts.id, report]));
    return [...state.nodes.values()].map((node) => ({
      node,
      report: byId.get(node.id),
      isMaster: node.id === state.masterNodeId,
      fullId: params.full_id,
      shards: shards.flatMap(({ copy, stats }) =>
        copy.nodeId === node.id && stats !== undefined ? [stats] : [],
      ),
    }));
  },
});
