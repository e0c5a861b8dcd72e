import type { TaskRecord, Tasks } from '../../tasks/mod.js';
import { OneNodeApi } from '../../testing/one_node_api.js';

const NODE_ID = 'node-1';

function task(number: number, startedAtMs: number, parent?: number): TaskRecord {
  return {
    id: { nodeId: NODE_ID, number },
    action: `action-${number}`,
    description: '',
    identity: { subject: 'nobody', clientId: undefined, scope: undefined },
    opaqueId: undefined,
    parent: parent === undefined ? undefined : { nodeId: NODE_ID, number: parent },
    cancellable: false,
    startedAtMs,
    cancelledAtMs: undefined,
    status: undefined,
    runningNanos: 0,
  };
}

test('tasks are listed by their start, each before its children', async () => {
  const found = [task(1, 50), task(2, 60, 3), task(3, 10), task(4, 20), task(5, 55, 3)];
  const lone = task(6, 70, 99);
  const tasks: Partial<Tasks> = {
    nodeId: NODE_ID,
    list: async () => ({ tasks: [lone, ...found], failures: [] }),
  };
  const api = await new OneNodeApi(undefined, { tasks: tasks as Tasks }).start();
  const { json } = await api.request('GET', '/_cat/tasks?format=json&h=action');
  expect(json).toEqual([3, 5, 2, 4, 1, 6].map((number) => ({ action: `action-${number}` })));
});
