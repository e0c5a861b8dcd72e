import { OneNodeApi } from '../../../testing/one_node_api.js';

const LEAST = -(2 ** 31);

test('order and version have 32 bits, and patterns of a list may be numbers', async () => {
  const api = await new OneNodeApi().start();
  const body = { index_patterns: ['a*', 1], order: LEAST, version: LEAST };
  expect(await api.request('PUT', '/_template/t', body)).toMatchObject({ status: 200 });
  expect(await api.request('GET', '/_template/t')).toMatchObject({
    json: { t: { index_patterns: ['a*', '1'], order: LEAST, version: LEAST } },
  });
});

test.each([
  { index_patterns: 1 },
  { index_patterns: [{}] },
  { index_patterns: ['a'], order: LEAST - 1 },
  { index_patterns: ['a'], version: -LEAST },
])('%j is refused', async (body) => {
  const api = await new OneNodeApi().start();
  expect(await api.request('PUT', '/_template/t', body)).toMatchObject({ status: 400 });
});
