/** `POST /_tasks/_cancel`: cancels tasks of the caller or, with `tasks:manage`, of all users. */
import { booleanParam, jsonReply, orDefault } from '@skein/http';
import { chosenNodes } from '../../node_operations/mod.js';
import { parseTaskId, type TaskId, type TaskRecord } from '../../tasks/mod.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';
import { LIST_PARAMS } from './list.js';
import { changeableTask, mayDetail } from './task_access.js';
import { groupedTasks, groupParam, nodeFailure, noSuchNode } from './task_groups.js';

const REASON = 'by user request';

export const cancel = defineEndpoint({
  id: 'tasks.cancel',
  shape: 'nodes',
  routes: ['POST /_tasks/_cancel', 'POST /_tasks/{task_id}/_cancel'],
  params: {
    ...LIST_PARAMS,
    group_by: groupParam,
    wait_for_completion: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'authenticated',
  isEssential: true,
  parse: ({ pathParams, params }) => ({
    ...params,
    id: pathParams.task_id === undefined ? undefined : parseTaskId(pathParams.task_id),
    filter: {
      actions: params.actions ?? [],
      parent: params.parent_task_id === undefined ? undefined : parseTaskId(params.parent_task_id),
    },
  }),
  handle: async (request, actors, context) => {
    const { tasks, masterService } = actors;
    const { nowMs } = context;
    const { id, filter, nodes, group_by: groupBy } = request;
    if (id && !masterService.state().nodes.has(id.nodeId)) {
      return jsonReply({ node_failures: [noSuchNode(id.nodeId)], nodes: {} });
    }
    const isShown = mayDetail(actors, context);
    const chosen = chosenNodes(masterService.state(), nodes?.join(','), tasks.nodeId);
    const { tasks: listed, failures } = id
      ? { tasks: await named(id, actors, context), failures: [] }
      : await tasks.list(filter, chosen);
    const wanted = listed.filter((task) => task.cancellable && (id !== undefined || isShown(task)));
    if (id && wanted.length === 0) {
      return jsonReply({ node_failures: [nodeFailure(id, 'is not found')], nodes: {} });
    }
    await Promise.all(wanted.map((task) => tasks.cancel(task.id, REASON)));
    const cancelled = wanted.map((task) => ({
      ...task,
      cancelledAtMs: task.cancelledAtMs ?? nowMs,
    }));
    const grouping = { groupBy, detailed: false, isShown, actors, failures };
    if (request.wait_for_completion) {
      const timeoutMs = request.timeout ?? DEFAULT_WAIT_MS;
      await Promise.all(wanted.map((task) => tasks.ended(task.id, timeoutMs)));
    }
    return jsonReply(groupedTasks(cancelled, grouping));
  },
});

const DEFAULT_WAIT_MS = 30_000;

async function named(
  id: TaskId,
  actors: CommonActors,
  context: RequestContext,
): Promise<readonly TaskRecord[]> {
  const task = await changeableTask(id, actors, context);
  return task === undefined ? [] : [task];
}
