/** `GET /_tasks`: the running tasks. */
import { booleanParam, jsonReply, listParam, orDefault, stringParam, timeParam } from '@skein/http';
import { chosenNodes } from '../../node_operations/mod.js';
import { parseTaskId, taskIdText } from '../../tasks/mod.js';
import { defineEndpoint } from '../endpoint.js';
import { mayDetail } from './task_access.js';
import { groupedTasks, groupParam } from './task_groups.js';

export const LIST_PARAMS = {
  nodes: listParam,
  actions: listParam,
  parent_task_id: stringParam,
  detailed: orDefault(booleanParam, false),
  timeout: timeParam,
} as const;

const LISTING = {
  action: 'cluster:monitor/tasks/lists',
  description: '',
  cancellable: false,
} as const;

export const list = defineEndpoint({
  id: 'tasks.list',
  shape: 'nodes',
  routes: ['GET /_tasks'],
  params: {
    ...LIST_PARAMS,
    group_by: groupParam,
    wait_for_completion: orDefault(booleanParam, false),
  },
  body: 'none',
  privilege: 'cluster:monitor',
  isEssential: true,
  parse: ({ params }) => ({
    ...params,
    filter: {
      actions: params.actions ?? [],
      parent: params.parent_task_id === undefined ? undefined : parseTaskId(params.parent_task_id),
    },
  }),
  handle: (request, actors, context) => {
    const { tasks, masterService } = actors;
    const { identity, opaqueId } = context;
    const { filter, detailed, group_by: groupBy, nodes } = request;
    return tasks.run({ ...LISTING, identity, opaqueId }, async (own) => {
      const chosen = chosenNodes(masterService.state(), nodes?.join(','), tasks.nodeId);
      const { tasks: found, failures } = await tasks.list(filter, chosen);
      if (request.wait_for_completion) {
        const others = found.filter(({ id }) => taskIdText(id) !== taskIdText(own.id));
        const timeoutMs = request.timeout ?? DEFAULT_WAIT_MS;
        await Promise.all(others.map(({ id }) => tasks.ended(id, timeoutMs)));
      }
      const isShown = mayDetail(actors, context);
      return jsonReply(groupedTasks(found, { groupBy, detailed, isShown, actors, failures }));
    });
  },
});

const DEFAULT_WAIT_MS = 30_000;
