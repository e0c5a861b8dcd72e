/** `GET /_tasks/{task_id}`: a running task, or a completed one with a stored result. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { booleanParam, jsonReply, orDefault, timeParam } from '@skein/http';
import {
  isOwn,
  parseTaskId,
  type TaskId,
  type TaskRecord,
  taskIdText,
  taskJson,
} from '../../tasks/mod.js';
import { defineEndpoint, type RequestContext } from '../endpoint.js';
import type { CommonActors } from '../endpoint_shapes.js';
import { holds } from './task_access.js';

const DEFAULT_WAIT_MS = 30_000;

export const get = defineEndpoint({
  id: 'tasks.get',
  shape: 'nodes',
  routes: ['GET /_tasks/{task_id}'],
  params: { wait_for_completion: orDefault(booleanParam, false), timeout: timeParam },
  body: 'none',
  privilege: 'authenticated',
  parse: ({ pathParams, params }) => ({
    id: parseTaskId(pathParams.task_id ?? ''),
    waitMs: params.wait_for_completion ? (params.timeout ?? DEFAULT_WAIT_MS) : undefined,
  }),
  handle: async ({ id, waitMs }, actors, context) => {
    const { tasks } = actors;
    const seesAll = holds('cluster:monitor', actors, context);
    const running = await tasks.find(id);
    const visible = running && (seesAll || isOwn(running, context.identity)) ? running : undefined;
    if (visible && waitMs === undefined) return jsonReply(runningJson(visible));
    if (visible && waitMs !== undefined && !(await tasks.ended(id, waitMs))) {
      throw new ApiError(
        'timeout_exception',
        `Timed out waiting for completion of task [${taskIdText(id)}]`,
      );
    }
    return jsonReply(await kept(id, { actors, context, seesAll }));
  },
});

function runningJson(task: TaskRecord): JsonObject {
  return { completed: false, task: taskJson(task, { detailed: true, isShown: true }) };
}

interface Reading {
  readonly actors: CommonActors;
  readonly context: RequestContext;
  readonly seesAll: boolean;
}

async function kept(id: TaskId, { actors, context, seesAll }: Reading): Promise<JsonObject> {
  const { identity, signal } = context;
  const found = await actors.tasks.result(id, { identity, signal, seesAll });
  if (found !== undefined) return { ...found };
  const name = taskIdText(id);
  const missing = new ApiError(
    'resource_not_found_exception',
    `task [${name}] isn't running and hasn't stored its results`,
  );
  if (actors.masterService.state().nodes.has(id.nodeId)) throw missing;
  throw new ApiError(
    'resource_not_found_exception',
    `task [${name}] belongs to the node [${id.nodeId}] which isn't part of the cluster and there is no record of the task`,
    { cause: missing, rootCauses: [missing] },
  );
}
