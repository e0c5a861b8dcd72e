/** Defines the three rethrottle endpoints. */
import type { JsonObject } from '@skein/content';
import { jsonReply } from '@skein/http';
import { parseTaskId, type TaskId, type TaskRecord } from '../../tasks/mod.js';
import { defineEndpoint, type Endpoint, type RequestContext } from '../endpoint.js';
import type { ShapeActors } from '../endpoint_shapes.js';
import { changeableTask, mayDetail } from '../tasks/task_access.js';
import { groupedTasks, groupParam, nodeFailure } from '../tasks/task_groups.js';
import { illegal, requestsPerSecondParam } from './by_query_params.js';

export function defineRethrottle({ id, route }: { id: string; route: string }): Endpoint {
  return defineEndpoint({
    id,
    shape: 'nodes',
    routes: [route],
    params: { requests_per_second: requestsPerSecondParam, group_by: groupParam },
    body: 'none',
    privilege: 'authenticated',
    parse: ({ pathParams, params, givenParams }) => {
      const task = parseTaskId(pathParams.task_id ?? '');
      if (!givenParams.has('requests_per_second')) {
        throw illegal('requests_per_second is a required parameter');
      }
      return { task, perSecond: params.requests_per_second, groupBy: params.group_by };
    },
    handle: async ({ task, perSecond, groupBy }, actors, context) => {
      const found = await rethrottled(task, perSecond, { actors, context });
      if (found === undefined) return jsonReply({ ...missing(task), nodes: {} });
      const isShown = mayDetail(actors, context);
      return jsonReply(groupedTasks([found], { groupBy, detailed: true, isShown, actors }));
    },
  });
}

async function rethrottled(
  id: TaskId,
  perSecond: number,
  { actors, context }: { readonly actors: ShapeActors['nodes']; readonly context: RequestContext },
): Promise<TaskRecord | undefined> {
  const task = await changeableTask(id, actors, context);
  return task && (await actors.bulkByScroll.rethrottle(id, perSecond)) ? task : undefined;
}

function missing(id: TaskId): JsonObject {
  return { node_failures: [nodeFailure(id, 'is missing')] };
}
