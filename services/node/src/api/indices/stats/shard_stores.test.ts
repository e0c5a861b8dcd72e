import type { Actors } from '../../../actors.js';
import type { ShardRef } from '../../../allocation_host/mod.js';
import { openSecurity } from '../../../security/open_security.js';
import { OneNodeApi } from '../../../testing/one_node_api.js';

/** Names of indices that are also members of every object. */
const NAMES = ['constructor', 'valueof', 'books'];

test('an index may have the name of a member of objects', async () => {
  const stores = async (shards: readonly ShardRef[]) => [
    { nodeId: 'node-1', copies: shards.map(() => ({ allocationId: 'a', maxSeqNo: 1 })) },
  ];
  const allocation = { stores } as Partial<Actors['allocation']> as Actors['allocation'];
  const api = await new OneNodeApi(openSecurity, { allocation }).start();
  for (const name of NAMES) await api.request('PUT', `/${name}`);
  const copy = expect.objectContaining({ allocation: 'primary', allocation_id: 'a' });
  const index = { shards: { 0: { stores: [copy] } } };
  expect(await api.request('GET', '/_shard_stores?status=all')).toEqual({
    status: 200,
    json: { indices: Object.fromEntries(NAMES.map((name) => [name, index])) },
  });
});
