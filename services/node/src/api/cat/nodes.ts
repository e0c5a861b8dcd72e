/** `GET /_cat/nodes`: nodes with their memory, processor and roles. */
import { booleanParam, orDefault } from '@skein/http';
import type { NodeReport } from '../../node_operations/mod.js';
import { shownRoles } from '../../node_operations/roles.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import type { Cell } from './cell.js';
import { portOf } from './node_address.js';

interface Row {
  readonly report: NodeReport;
  readonly isMaster: boolean;
  readonly fullId: boolean;
}

type Read = (report: NodeReport) => Cell;

function word(name: string, aliases: string, description: string, read: Read): Column<Row> {
  return { name, aliases: aliases.split(','), description, cell: ({ report }) => read(report) };
}

function number(name: string, aliases: string, description: string, read: Read): Column<Row> {
  return { ...word(name, aliases, description, read), right: true };
}

function hidden(column: Column<Row>): Column<Row> {
  return { ...column, hidden: true };
}

/** Characters of a node id that are shown without `full_id`. */
const SHORT_ID_LENGTH = 4;
/** One letter a role, in the reference's way; the letters stand in alphabetical order. */
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

const COLUMNS: readonly Column<Row>[] = [
  {
    ...hidden(word('id', 'id,nodeId', 'unique node id', () => null)),
    cell: ({ report, fullId }) =>
      fullId ? report.facts.id : report.facts.id.slice(0, SHORT_ID_LENGTH),
  },
  hidden(number('pid', 'p', 'process id', (r) => r.process.pid)),
  word('ip', 'i', 'ip address', (r) => r.facts.ip),
  hidden(number('port', 'po', 'bound transport port', (r) => portOf(r.facts.transportAddress))),
  hidden(word('http_address', 'http', 'bound http address', (r) => r.facts.httpPublishAddress)),
  hidden(word('version', 'v', 'version of Skein', (r) => r.facts.version)),
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
      percent(usedBytes(r), r.sample.disk.totalBytes),
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
  word(
    'node.role',
    'r,role,nodeRole',
    'roles, a letter each: m cluster manager, d data, i ingest, r remote cluster client',
    (r) => roleLetters(r.facts.roles),
  ),
  word(
    'node.roles',
    'rs,all roles',
    'roles by name',
    (r) => shownRoles(r.facts.roles).join(',') || '-',
  ),
  {
    ...word('cluster_manager', 'cm,m,master', '* marks the cluster manager', () => null),
    cell: ({ isMaster }) => (isMaster ? '*' : '-'),
  },
  word('name', 'n', 'node name', (r) => r.facts.name),
];

export const nodes = defineCat({
  id: 'cat.nodes',
  shape: 'nodes',
  routes: ['GET /_cat/nodes'],
  params: { full_id: orDefault(booleanParam, false) },
  privilege: 'cluster:monitor',
  columns: COLUMNS,
  rows: async ({ params }, { masterService, nodeOperations }) => {
    const state = masterService.state();
    const { reports } = await nodeOperations.reports([...state.nodes.keys()]);
    return reports.map((report) => ({
      report,
      isMaster: report.facts.id === state.masterNodeId,
      fullId: params.full_id,
    }));
  },
});
