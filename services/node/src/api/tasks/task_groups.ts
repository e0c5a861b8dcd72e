/** Groups lists of tasks: by node, by parent, or not at all. */
import type { JsonObject } from '@skein/content';
import { ApiError, errorDetail } from '@skein/errors';
import type { Param } from '@skein/http';
import type { Actors } from '../../actors.js';
import { type TaskId, type TaskRecord, taskIdText, taskJson } from '../../tasks/mod.js';

type GroupBy = 'nodes' | 'parents' | 'none';

export const groupParam: Param<GroupBy> = {
  kind: 'enum(nodes|parents|none)',
  fallback: 'nodes',
  parse: (_name, text) => {
    if (text === 'nodes' || text === 'parents' || text === 'none') return text;
    throw new ApiError(
      'illegal_argument_exception',
      `[group_by] must be one of [nodes], [parents] or [none] but was [${text}]`,
    );
  },
};

export interface Grouping {
  readonly groupBy: GroupBy;
  readonly detailed: boolean;
  readonly isShown: (task: TaskRecord) => boolean;
  /** Errors of nodes that did not answer. */
  readonly failures?: readonly ApiError[] | undefined;
  readonly actors: Pick<Actors, 'masterService'>;
}

export function groupedTasks(
  tasks: readonly TaskRecord[],
  { failures = [], ...grouping }: Grouping,
): JsonObject {
  const groups = groupsOf(tasks, grouping);
  if (failures.length === 0) return groups;
  return {
    node_failures: failures.map((failure) => errorDetail(failure)),
    ...groups,
  };
}

function groupsOf(
  tasks: readonly TaskRecord[],
  { groupBy, detailed, isShown, actors }: Omit<Grouping, 'failures'>,
): JsonObject {
  const shown = (task: TaskRecord) => taskJson(task, { detailed, isShown: isShown(task) });
  if (groupBy === 'none') return { tasks: tasks.map(shown) };
  if (groupBy === 'parents') return { tasks: byParent(tasks, shown) };
  const nodes: Record<string, JsonObject> = {};
  for (const [nodeId, own] of Map.groupBy(tasks, ({ id }) => id.nodeId)) {
    nodes[nodeId] = {
      ...nodeJson(nodeId, actors),
      tasks: Object.fromEntries(own.map((task) => [taskIdText(task.id), shown(task)])),
    };
  }
  return { nodes };
}

/** A task whose parent is not in the list is shown at the top level. */
function byParent(
  tasks: readonly TaskRecord[],
  shown: (task: TaskRecord) => JsonObject,
): JsonObject {
  const listed = new Set(tasks.map(({ id }) => taskIdText(id)));
  const childrenOf = Map.groupBy(tasks, ({ parent }) => {
    const id = parent && taskIdText(parent);
    return id !== undefined && listed.has(id) ? id : undefined;
  });
  const tree = (task: TaskRecord): JsonObject => {
    const children = childrenOf.get(taskIdText(task.id));
    return { ...shown(task), ...(children && { children: children.map(tree) }) };
  };
  const roots = childrenOf.get(undefined) ?? [];
  return Object.fromEntries(roots.map((task) => [taskIdText(task.id), tree(task)]));
}

function nodeJson(nodeId: string, { masterService }: Grouping['actors']): JsonObject {
  const node = masterService.state().nodes.get(nodeId);
  if (node === undefined) return {};
  const { name, transportAddress, host, roles, attributes } = node;
  return {
    name,
    transport_address: transportAddress,
    host,
    ip: transportAddress,
    roles: [...roles],
    ...(attributes.size === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
  };
}

/** The failure of a node that does not have the requested task. */
export function nodeFailure(id: TaskId, what: string): JsonObject {
  return failedNode(id.nodeId, {
    type: 'resource_not_found_exception',
    reason: `task [${taskIdText(id)}] ${what}`,
  });
}

export function noSuchNode(nodeId: string): JsonObject {
  const reason = `No such node [${nodeId}]`;
  return failedNode(nodeId, { type: 'no_such_node_exception', reason, node_id: nodeId });
}

function failedNode(nodeId: string, cause: JsonObject): JsonObject {
  return {
    type: 'failed_node_exception',
    reason: `Failed node [${nodeId}]`,
    node_id: nodeId,
    caused_by: cause,
  };
}
