import type { Snapshots } from '../../snapshot_host/mod.js';
import { MemorySnapshots } from '../../testing/memory_snapshots.js';
import { OneNodeApi } from '../../testing/one_node_api.js';

test('an index with failed shards is not cloned', async () => {
  const stored = new MemorySnapshots();
  const snapshots = stored as Partial<Snapshots> as Snapshots;
  const api = await new OneNodeApi(undefined, { snapshots }).start();
  const failure = { shard: 0, nodeId: undefined, reason: 'lost', status: 'INTERNAL_SERVER_ERROR' };
  await stored.put({
    name: 's',
    details: { state: 'PARTIAL', failures: [{ ...failure, index: 'a' }] },
    indices: [{ name: 'a', metadata: {}, shards: [undefined] }],
  });
  const { json } = await api.request('PUT', '/_snapshot/r/s/_clone/t', { indices: 'a' });
  expect(json).toMatchObject({
    error: {
      type: 'snapshot_exception',
      reason: "[r:t] Can't clone index [[a/id-of-a]] because its snapshot was not successful.",
    },
  });
});
