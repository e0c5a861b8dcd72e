/** `GET /_cat/tasks`: the running tasks. */
import type { ClusterNode } from '@skein/cluster';
import { booleanParam, listParam, stringParam } from '@skein/http';
import { chosenNodes } from '../../node_operations/mod.js';
import { parseTaskId, type TaskRecord, taskIdText } from '../../tasks/mod.js';
import { mayDetail } from '../tasks/task_access.js';
import { defineCat } from './cat_endpoint.js';
import type { Column } from './cat_table.js';
import { portOf } from './node_address.js';

interface Row {
  readonly action: string;
  readonly id: string;
  readonly parent: string;
  readonly startedAtMs: number;
  readonly runningMs: number;
  readonly nodeId: string;
  readonly node: ClusterNode | undefined;
  readonly description: string;
  readonly opaqueId: string;
}

const NONE = '-';
const TIME_OF_DAY = { start: 11, end: 19 };

const COLUMNS: readonly Column<Row>[] = [
  {
    name: 'id',
    description: 'id of the task with the node',
    hidden: true,
    cell: (row) => row.id,
  },
  { name: 'action', aliases: ['ac'], description: 'task action', cell: (row) => row.action },
  { name: 'task_id', aliases: ['ti'], description: 'unique task id', cell: (row) => row.id },
  {
    name: 'parent_task_id',
    aliases: ['pti'],
    description: 'parent task id',
    cell: (row) => row.parent,
  },
  { name: 'type', aliases: ['ty'], description: 'task type', cell: () => 'transport' },
  {
    name: 'start_time',
    aliases: ['start'],
    description: 'start time in ms',
    cell: (row) => row.startedAtMs,
  },
  {
    name: 'timestamp',
    aliases: ['ts', 'hms', 'hhmmss'],
    description: 'start time in HH:MM:SS',
    cell: (row) =>
      new Date(row.startedAtMs).toISOString().slice(TIME_OF_DAY.start, TIME_OF_DAY.end),
  },
  {
    name: 'running_time_ns',
    aliases: ['time'],
    description: 'running time in nanoseconds',
    hidden: true,
    cell: (row) => Math.round(row.runningMs * 1e6),
  },
  {
    name: 'running_time',
    aliases: ['time'],
    description: 'running time',
    cell: (row) => ({ ms: row.runningMs }),
  },
  {
    name: 'node_id',
    aliases: ['ni'],
    description: 'unique node id',
    hidden: true,
    cell: (row) => row.nodeId,
  },
  {
    name: 'ip',
    aliases: ['i'],
    description: 'ip address',
    cell: (row) => row.node?.host ?? NONE,
  },
  {
    name: 'port',
    aliases: ['po'],
    description: 'bound transport port',
    hidden: true,
    cell: (row) => (row.node ? portOf(row.node.transportAddress) : NONE),
  },
  {
    name: 'node',
    aliases: ['n'],
    description: 'node name',
    cell: (row) => row.node?.name ?? NONE,
  },
  {
    name: 'version',
    aliases: ['v'],
    description: 'version of Skein',
    hidden: true,
    cell: (row) => row.node?.version ?? NONE,
  },
  {
    name: 'x_opaque_id',
    aliases: ['x'],
    description: 'X-Opaque-ID header',
    hidden: true,
    cell: (row) => row.opaqueId,
  },
];

/** The columns that `?detailed` adds. */
const DETAILS: readonly Column<Row>[] = [
  {
    name: 'description',
    aliases: ['desc'],
    description: 'task action',
    cell: (row) => row.description,
  },
  {
    name: 'resource_stats',
    description: 'resource use; not measured',
    hidden: true,
    cell: () => null,
  },
];

const ALL_COLUMNS = [...COLUMNS, ...DETAILS];

export const tasks = defineCat({
  id: 'cat.tasks',
  shape: 'nodes',
  routes: ['GET /_cat/tasks'],
  params: {
    nodes: listParam,
    actions: listParam,
    parent_task_id: stringParam,
    detailed: booleanParam,
  },
  privilege: 'cluster:monitor',
  columns: {
    all: ALL_COLUMNS,
    chosen: ({ params }) => (params.detailed === true ? ALL_COLUMNS : COLUMNS),
  },
  rows: async ({ params }, actors, context) => {
    const state = actors.masterService.state();
    const chosen = chosenNodes(state, params.nodes?.join(','), actors.tasks.nodeId);
    const parent =
      params.parent_task_id === undefined ? undefined : parseTaskId(params.parent_task_id);
    const isShown = mayDetail(actors, context);
    const filter = { actions: params.actions ?? [], parent };
    const { tasks: found } = await actors.tasks.list(filter, chosen);
    return inFamilies(found).map((task) => ({
      action: task.action,
      id: taskIdText(task.id),
      parent: task.parent ? taskIdText(task.parent) : '-',
      startedAtMs: task.startedAtMs,
      runningMs: task.runningNanos / 1e6,
      nodeId: task.id.nodeId,
      node: state.nodes.get(task.id.nodeId),
      description: isShown(task) ? task.description : '',
      opaqueId: task.opaqueId ?? '-',
    }));
  },
});

/** The tasks by their start, each followed by its children, as in OpenSearch. */
function inFamilies(tasks: readonly TaskRecord[]): readonly TaskRecord[] {
  const listed = new Set(tasks.map(({ id }) => taskIdText(id)));
  const children = new Map<string, TaskRecord[]>();
  const roots: TaskRecord[] = [];
  for (const task of [...tasks].sort((a, b) => a.startedAtMs - b.startedAtMs)) {
    const parent = task.parent && taskIdText(task.parent);
    const siblings = parent === undefined ? undefined : children.get(parent);
    if (siblings !== undefined) siblings.push(task);
    else if (parent !== undefined && listed.has(parent)) children.set(parent, [task]);
    else roots.push(task);
  }
  const family = (task: TaskRecord): readonly TaskRecord[] => [
    task,
    ...(children.get(taskIdText(task.id)) ?? []).flatMap(family),
  ];
  return roots.flatMap(family);
}
