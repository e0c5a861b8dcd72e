/** Schemas of tasks. */
import { exampleNode, NODE_IDENTITY } from './nodes.js';
import type { Described } from './schema.js';
import * as s from './schema.js';

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
    schema: s.ref('TaskList'),
    example: { nodes: { eO3JnJfBKXHXnoZW7nAecw: { ...exampleNode, tasks: { [id]: task } } } },
  },
};

export const task_reports: Described = {
  schemas: {
    Task: s.object(
      {
        node: s.text,
        id: s.integer,
        ...s.texts('type', 'action', 'description', 'parent_task_id'),
        status: s.mapOf(s.anything),
        start_time: s.text,
        start_time_in_millis: s.integer,
        running_time: s.text,
        ...s.integers('running_time_in_nanos', 'cancellation_time_millis'),
        cancellable: s.boolean,
        cancelled: s.boolean,
        headers: s.mapOf(s.text),
        resource_stats: s.mapOf(s.anything),
        children: s.list(s.ref('Task')),
      },
      ['node', 'id', 'action'],
    ),
    TaskList: s.object({
      nodes: s.mapOf(s.object({ ...NODE_IDENTITY, tasks: s.mapOf(s.ref('Task')) })),
      tasks: s.oneOf(s.list(s.ref('Task')), s.mapOf(s.ref('Task'))),
      node_failures: s.list(s.ref('ErrorCause')),
      task_failures: s.list(s.mapOf(s.anything)),
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
        schema: s.object(
          {
            completed: s.boolean,
            task: s.ref('Task'),
            response: s.mapOf(s.anything),
            error: s.ref('ErrorCause'),
          },
          ['completed', 'task'],
        ),
        example: { completed: true, task, response: { took: 12, total: 1 } },
      },
    },
  },
};
