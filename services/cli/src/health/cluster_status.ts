/** The status of a cluster: its health in words, its nodes, and the unassigned shard copies. */
import { isJsonObject, type JsonObject } from '@skein/content';
import type { Cluster } from '../transfer/cluster.js';
import { listAt, numberAt, textAt } from './json_at.js';
import { copyName, type MissingCopy, missingCopies } from './missing_copies.js';
import { told } from './told.js';

export interface ClusterStatus {
  readonly clusterName: string;
  /** `green`, `yellow` or `red`; undefined when no master is elected. */
  readonly color: string | undefined;
  readonly shards: {
    readonly active: number;
    readonly relocating: number;
    readonly initializing: number;
    readonly unassigned: number;
    /** The unassigned copies whose node may come back. */
    readonly delayed: number;
  };
  readonly pendingTasks: number;
  readonly nodes: readonly NodeLine[];
  readonly missing: readonly MissingCopy[];
}

interface NodeLine {
  readonly name: string;
  readonly address: string;
  readonly roles: string;
  readonly isMaster: boolean;
  readonly version: string;
  readonly uptime: string;
  /** Percentages; undefined when the node has not answered. */
  readonly heap: number | undefined;
  readonly cpu: number | undefined;
  readonly disk: number | undefined;
}

const NODE_COLUMNS =
  'name,ip,node.roles,cluster_manager,version,uptime,heap.percent,cpu,disk.used_percent';

export async function clusterStatus(cluster: Cluster): Promise<ClusterStatus> {
  const [health, nodes] = await Promise.all([
    told(cluster, '/_cluster/health', TIMED_OUT),
    told(cluster, `/_cat/nodes?format=json&s=name&h=${NODE_COLUMNS}`, TIMED_OUT),
  ]);
  const count = (name: string) => numberAt(health, name) ?? 0;
  const unassigned = count('unassigned_shards');
  return {
    clusterName: textAt(health, 'cluster_name') ?? '',
    color: textAt(health, 'status'),
    shards: {
      active: count('active_shards'),
      relocating: count('relocating_shards'),
      initializing: count('initializing_shards'),
      unassigned,
      delayed: count('delayed_unassigned_shards'),
    },
    pendingTasks: count('number_of_pending_tasks'),
    nodes: listAt(nodes).filter(isJsonObject).map(nodeLine),
    missing: unassigned === 0 ? [] : await missingCopies(cluster),
  };
}

/** The status of a health answer that timed out, as it may while shards start. Its body counts. */
const TIMED_OUT = 408;

function nodeLine(row: JsonObject): NodeLine {
  return {
    name: textAt(row, 'name') ?? '',
    address: textAt(row, 'ip') ?? '',
    roles: textAt(row, 'node.roles') ?? '',
    isMaster: row.cluster_manager === '*',
    version: textAt(row, 'version') ?? '',
    uptime: textAt(row, 'uptime') ?? '',
    heap: numberAt(row, 'heap.percent'),
    cpu: numberAt(row, 'cpu'),
    disk: numberAt(row, 'disk.used_percent'),
  };
}

/** The health as one sentence. */
export function healthInWords({ color, missing, shards }: ClusterStatus): string {
  const lost = missing.filter(({ primary }) => primary).length;
  const { unassigned, initializing } = shards;
  if (color === 'green') return 'green: every shard has all its copies';
  if (color === undefined) return 'without an elected master: the cluster refuses all changes';
  const waiting = [
    ...(unassigned === 0 ? [] : [copies(unassigned, 'unassigned')]),
    ...(initializing === 0 ? [] : [copies(initializing, 'starting')]),
  ].join(' and ');
  if (color === 'yellow') return `yellow: all data can be searched, with ${waiting}`;
  const of = lost === 0 ? '' : `, ${lost} of them primaries`;
  return `red: some data cannot be searched, with ${waiting}${of}`;
}

const copies = (count: number, state: string) =>
  `${count} ${state} shard ${count === 1 ? 'copy' : 'copies'}`;

const SHOWN_MISSING = 20;

export function renderStatus(status: ClusterStatus): string {
  const { clusterName, shards, nodes, missing, pendingTasks } = status;
  const moving = shards.relocating === 0 ? '' : `, ${shards.relocating} moving`;
  const late = shards.delayed === 0 ? '' : ` (${shards.delayed} wait for the return of a node)`;
  return [
    `${clusterName} is ${healthInWords(status)}`,
    '',
    `shards: ${shards.active} started${moving}, ${shards.initializing} starting, ${shards.unassigned} unassigned${late}`,
    ...(pendingTasks === 0 ? [] : [`pending changes of the cluster state: ${pendingTasks}`]),
    `nodes: ${nodes.length}`,
    ...columns(nodes.map(nodeCells)).map((line) => `  ${line}`),
    ...(missing.length === 0 ? [] : ['missing:']),
    ...missing.slice(0, SHOWN_MISSING).flatMap(missingLines),
    ...(missing.length > SHOWN_MISSING ? [`  and ${missing.length - SHOWN_MISSING} more`] : []),
  ].join('\n');
}

function nodeCells(node: NodeLine): readonly string[] {
  const percent = (value: number | undefined) => (value === undefined ? '?' : `${value}%`);
  return [
    `${node.isMaster ? '*' : ' '} ${node.name}`,
    node.address,
    `heap ${percent(node.heap)}`,
    `cpu ${percent(node.cpu)}`,
    `disk ${percent(node.disk)}`,
    `up ${node.uptime === '' ? '?' : node.uptime}`,
    node.version,
    node.roles,
  ];
}

/** Pads the cells so that the lines form columns. */
function columns(lines: readonly (readonly string[])[]): readonly string[] {
  const widths = lines.reduce<readonly number[]>(
    (most, line) => line.map((cell, at) => Math.max(cell.length, most[at] ?? 0)),
    [],
  );
  return lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function missingLines(copy: MissingCopy): readonly string[] {
  const { reason, since, explanation } = copy;
  return [
    `  ${copyName(copy)}: ${reason}${since === '' ? '' : ` since ${since}`}`,
    ...(explanation === undefined ? [] : [`    ${explanation.text}`]),
    ...(explanation?.rules ?? []).map(
      ({ decider, text, nodes }) => `    ${nodes.join(', ')}: ${text} [${decider}]`,
    ),
  ];
}
