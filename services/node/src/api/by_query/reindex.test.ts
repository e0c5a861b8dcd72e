import { OneNodeApi } from '../../testing/one_node_api.js';

test.each([
  ['', 400, 'use _all if you really want to copy from all existing indexes'],
  [',', 400, 'use _all if you really want to copy from all existing indexes'],
  [null, 400, 'use _all if you really want to copy from all existing indexes'],
  [[''], 404, 'no such index []'],
  ['a,,b', 404, 'no such index []'],
  [5, 400, 'Expected [index] to be a list or a string but was [5]'],
])('a source without a name is not that of all indices: %j', async (index, expected, reason) => {
  const api = await new OneNodeApi().start();
  const { status, json } = await api.request('POST', '/_reindex', {
    source: { index },
    dest: { index: 'x' },
  });
  expect([status, JSON.stringify(json)]).toEqual([expected, expect.stringContaining(reason)]);
});

test.each([
  ['/_reindex', { size: 1, max_docs: 2 }, '[1] and [2]'],
  ['/_reindex?max_docs=1', { max_docs: 2 }, '[2] and [1]'],
  ['/i/_update_by_query?size=2', { max_docs: 1 }, '[1] and [2]'],
  ['/i/_delete_by_query?size=1&max_docs=2', { query: { match_all: {} } }, '[1] and [2]'],
])('a limit of documents is given once: %s %j', async (path, limits, values) => {
  const api = await new OneNodeApi().start();
  const copied = { source: { index: 'i' }, dest: { index: 'x' } };
  const body = { ...(path.startsWith('/_reindex') ? copied : {}), ...limits };
  const { status, json } = await api.request('POST', path, body);
  const reason = `[max_docs] set to two different values ${values}`;
  expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining(reason)]);
});
