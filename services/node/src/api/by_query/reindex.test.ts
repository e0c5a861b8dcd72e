import { OneNodeApi } from '../../testing/one_node_api.js';

test.each([
  ['', 400, 'use _all if you really want to copy from all existing indexes'],
  [',', 400, 'use _all if you really want to copy from all existing indexes'],
  [null, 400, 'use _all if you really want to copy from all existing indexes'],
  [[''], 404, 'no such index []'],
  ['a,,b', 404, 'no such index []'],
])('a source without a name is not that of all indices: %j', async (index, expected, reason) => {
  const api = await new OneNodeApi().start();
  const { status, json } = await api.request('POST', '/_reindex', {
    source: { index },
    dest: { index: 'x' },
  });
  expect([status, JSON.stringify(json)]).toEqual([expected, expect.stringContaining(reason)]);
});
