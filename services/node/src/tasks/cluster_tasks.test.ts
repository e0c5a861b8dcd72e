/** Tasks of nodes that do not answer. */
import { ApiError } from '@skein/errors';
import type { ClusterTasksParts } from './cluster_tasks.js';
import { ClusterTasks } from './cluster_tasks.js';

const ID = { nodeId: 'other', number: 7 };

/** `members`: ids of the cluster's nodes. Each call fails with an error of that type. */
function tasksOf(members: readonly string[], type: ApiError['type']): ClusterTasks {
  const nodes = new Map(members.map((id) => [id, { id }]));
  return new ClusterTasks({
    links: { call: () => Promise.reject(new ApiError(type, 'no answer')), handle: () => undefined },
    local: { nodeId: 'here' },
    masterService: { state: () => ({ nodes }) },
  } as unknown as ClusterTasksParts);
}

test('nothing runs any more on a node that is gone', async () => {
  const tasks = tasksOf(['here'], 'node_not_connected_exception');
  expect(await tasks.find(ID)).toBeUndefined();
  expect(await tasks.ended(ID, 1)).toBe(true);
});

test.each([
  [['here', 'other'], 'node_not_connected_exception'],
  [['here', 'other'], 'node_disconnected_exception'],
  [['here'], 'receive_timeout_transport_exception'],
] as const)('of %j, %s says nothing of the task', async (members, type) => {
  const tasks = tasksOf(members, type);
  await expect(tasks.find(ID)).rejects.toThrow('no answer');
  await expect(tasks.ended(ID, 1)).rejects.toThrow('no answer');
});
