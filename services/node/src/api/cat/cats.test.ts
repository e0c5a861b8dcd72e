import { OneNodeApi } from '../../testing/one_node_api.js';

let api: OneNodeApi;
beforeEach(async () => {
  api = await new OneNodeApi().start();
});

test('templates by name or one pattern', async () => {
  await api.request('PUT', '/_template/books', {
    order: 3,
    version: 7,
    index_patterns: ['books-*', 'b-*'],
  });
  await api.request('PUT', '/_template/people', { index_patterns: ['people'] });
  const list = async (path: string) => (await api.request('GET', `${path}?format=json`)).json;
  const books = {
    name: 'books',
    index_patterns: '[books-*, b-*]',
    order: '3',
    version: '7',
    composed_of: '',
  };
  expect(await list('/_cat/templates')).toEqual([
    books,
    { name: 'people', index_patterns: '[people]', order: '0', version: null, composed_of: '' },
  ]);
  expect(await list('/_cat/templates/b*')).toEqual([books]);
  expect(await list('/_cat/templates/books,people')).toEqual([]);
});

test('without replicas nobody copies segments', async () => {
  await api.request('PUT', '/books');
  const path = '/_cat/segment_replication';
  expect(await api.request('GET', `${path}?format=json`)).toEqual({ status: 200, json: [] });
  expect(await api.request('GET', `${path}/books?shards=0,1&format=json`)).toMatchObject({
    status: 200,
  });
  expect((await api.request('GET', `${path}/nope`)).status).toBe(404);
  expect((await api.request('GET', `${path}?shards=x`)).status).toBe(400);
  expect((await api.request('GET', `${path}?active_only=x`)).status).toBe(400);
});
