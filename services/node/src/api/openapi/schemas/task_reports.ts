/** Schemas of tasks. */
import { exampleNode, NODE_IDENTITY } from './nodes.js';
import {
  anything,
  boolean,
  type Described,
  integer,
  integers,
  list,
  mapOf,
  object,
  oneOf,
  ref,
  text,
  texts,
} from './schema.js';

const id = 'eO3JnJfBKXHXnoZW7nAecw:412';
const task = {
  node: 'eO3JnJfBKXHXnoZW7nAecw',
  id: 412,
  type: 'transport',
  action: 'indices:data/write/reindex',
  description: 'reindex from [books] to [copies]',
  start_time_in_millis: 1795904122352,
  running_time_in_nanos: 1200000,
  cancellable: true,
  cancelled: false,
  headers: {},
};
const byNode = {
  answer: {
    schema: ref('TaskList'),
    example: { nodes: { eO3JnJfBKXHXnoZW7nAecw: { ...exampleNode, tasks: { [id]: task } } } },
  },
};

export const task_reports: Described = {
  schemas: {
    Task: object(
      {
        node: text,
        id: integer,
        ...texts('type', 'action', 'description', 'parent_task_id'),
        status: mapOf(anything),
        start_time: text,
        start_time_in_millis: integer,
        running_time: text,
        ...integers('running_time_in_nanos', 'cancellation_time_millis'),
        cancellable: boolean,
        cancelled: boolean,
        headers: mapOf(text),
        resource_stats: mapOf(anything),
        children: list(ref('Task')),
      },
      ['node', 'id', 'action'],
    ),
    TaskList: object({
      nodes: mapOf(object({ ...NODE_IDENTITY, tasks: mapOf(ref('Task')) })),
      tasks: oneOf(list(ref('Task')), mapOf(ref('Task'))),
      node_failures: list(ref('ErrorCause')),
      task_failures: list(mapOf(anything)),
    }),
  },
  shapes: {
    'tasks.list': byNode,
    'tasks.cancel': byNode,
    reindex_rethrottle: byNode,
    update_by_query_rethrottle: byNode,
    delete_by_query_rethrottle: byNode,
    'tasks.get': {
      answer: {
        schema: object(
          {
            completed: boolean,
            task: ref('Task'),
            response: mapOf(anything),
            error: ref('ErrorCause'),
          },
          ['completed', 'task'],
        ),
        example: { completed: true, task, response: { took: 12, total: 1 } },
      },
    },
  },
};
