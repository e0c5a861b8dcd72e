import type { ShardHost } from '../../shard_host/mod.js';
import { OneNodeApi } from '../../testing/one_node_api.js';

/** The indices by whose analyzers texts were analyzed. */
const asked: unknown[] = [];
const shardHost = {
  checkIndex: async () => undefined,
  runShardless: async (
    _kind: string,
    { index }: { readonly index?: { readonly index: string } },
  ) => {
    asked.push(index?.index);
    return { tokens: [] };
  },
} as unknown as ShardHost;

let api: OneNodeApi;
beforeEach(async () => {
  asked.length = 0;
  api = await new OneNodeApi(undefined, { shardHost }).start();
  await api.request('PUT', '/a', { aliases: { one: {}, both: {} } });
  await api.request('PUT', '/b', { aliases: { both: {} } });
});

const analyze = (path: string) => api.request('POST', `${path}/_analyze`, { text: 'x' });

test.each([
  ['', undefined],
  ['/a', 'a'],
  ['/one', 'a'],
])('[%s]: the index is %s', async (path, index) => {
  expect((await analyze(path)).status).toBe(200);
  expect(asked).toEqual([index]);
});

test.each([
  ['/both', 400, 'alias [both] has more than one index associated with it [a, b]'],
  ['/a,b', 404, 'no such index [a,b]'],
  ['/a*', 404, 'no such index [a*]'],
  ['/nope', 404, 'no such index [nope]'],
])('[%s] is no single index', async (path, status, reason) => {
  expect(await analyze(path)).toMatchObject({
    status,
    json: { error: { reason: expect.stringContaining(reason) } },
  });
  expect(asked).toEqual([]);
});

test('an index with a read block is not analyzed with', async () => {
  await api.request('PUT', '/a/_settings', { 'index.blocks.read': true });
  expect(await analyze('/a')).toMatchObject({
    status: 403,
    json: { error: { reason: 'index [a] blocked by: [FORBIDDEN/7/index read (api)];' } },
  });
  expect(asked).toEqual([]);
});
