import { openSecurity } from '../security/open_security.js';
import { OneNodeApi } from '../testing/one_node_api.js';
import { placeOf } from './term_vectors.js';

test('the routing of an artificial document chooses the shard whose statistics are used', async () => {
  const api = await new OneNodeApi().start();
  const settings = { number_of_shards: 8, number_of_replicas: 0 };
  await api.request('PUT', '/a', { settings, aliases: { routed: { routing: 'x' } } });
  const parts = { masterService: api.master, security: openSecurity };
  const situation = { options: { nowMs: 0 }, parts } as unknown as Parameters<typeof placeOf>[1];
  const shardOf = (index: string, id?: string, routing?: string) =>
    placeOf({ index, id, routing }, situation).shardId;
  const own = shardOf('a', '1', 'x');
  expect(own).not.toBe(0);
  expect(shardOf('a', undefined, 'x')).toBe(own);
  expect(shardOf('routed')).toBe(own);
  expect(shardOf('a')).toBe(0);
});
