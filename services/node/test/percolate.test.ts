/**
 * Percolation on a real node: queries are stored, updated and deleted, and documents are percolated
 * by index and id, under the rights of the caller.
 */
import { SecuredNode } from './secured_node.js';

let node: SecuredNode;
let all: string;

beforeAll(async () => {
  node = await SecuredNode.start();
  all = await node.forge();
  await ask(all, 'PUT', '/pub-queries', {
    settings: { number_of_shards: 2 },
    mappings: { properties: { q: { type: 'percolator' }, text: { type: 'text' } } },
  });
  for (const [id, word] of ['red', 'green', 'blue'].entries()) {
    const q = { match: { text: word } };
    await ask(all, 'PUT', `/pub-queries/_doc/${id}?refresh=true`, { q });
  }
  await ask(all, 'PUT', '/pub-texts/_doc/1?refresh=true', { text: 'green and blue' });
  await ask(all, 'PUT', '/sec-texts/_doc/1?refresh=true', { text: 'red' });
});
afterAll(() => node?.stop());

async function ask(token: string, method: string, path: string, body?: object) {
  const { status, text } = await node.ask(token, method, path, body);
  return { status, json: JSON.parse(text) };
}

async function percolated(percolate: object, token = all) {
  const body = { query: { percolate: { field: 'q', ...percolate } } };
  const { status, json } = await ask(token, 'POST', '/pub-queries/_search', body);
  if (status !== 200) return { status, type: json.error.root_cause[0].type };
  return json.hits.hits.map(({ _id: id }: { _id: string }) => id).sort();
}

test('over shards, by document and by name', async () => {
  expect(await percolated({ document: { text: 'a red and a blue one' } })).toEqual(['0', '2']);
  expect(await percolated({ index: 'pub-texts', id: '1' })).toEqual(['1', '2']);
  expect(await percolated({ index: 'pub-texts', id: '1', version: 1 })).toEqual(['1', '2']);
});

test('a document that is not there, another version, a secret one', async () => {
  expect(await percolated({ index: 'pub-texts', id: '2' })).toEqual({
    status: 404,
    type: 'resource_not_found_exception',
  });
  expect(await percolated({ index: 'pub-texts', id: '1', version: 9 })).toEqual({
    status: 409,
    type: 'version_conflict_engine_exception',
  });
  const reader = await node.forge({ scope: 'indices:read:pub-*' });
  expect(await percolated({ index: 'sec-texts', id: '1' }, reader)).toEqual({
    status: 403,
    type: 'security_exception',
  });
});

test('queries change as their documents do, and outlive a restart', async () => {
  const q = { bool: { must: [{ match: { text: 'red' } }, { match: { text: 'yellow' } }] } };
  await ask(all, 'PUT', '/pub-queries/_doc/0?refresh=true', { q });
  await ask(all, 'DELETE', '/pub-queries/_doc/2?refresh=true');
  expect(await percolated({ document: { text: 'red blue' } })).toEqual([]);
  await node.restart();
  await ask(all, 'GET', '/_cluster/health?wait_for_status=yellow&timeout=180s');
  expect(await percolated({ document: { text: 'red yellow green' } })).toEqual(['0', '1']);
});

test('a wrong query is no document', async () => {
  const { status, json } = await ask(all, 'PUT', '/pub-queries/_doc/9', { q: { foo: {} } });
  expect([status, json.error.type, json.error.root_cause[0].type]).toEqual([
    400,
    'mapper_parsing_exception',
    'parsing_exception',
  ]);
});
