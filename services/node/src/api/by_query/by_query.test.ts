import type { JsonValue } from '@skein/content';
import type { Actors } from '../../actors.js';
import type { BulkByScroll, ByScrollRequest } from '../../bulk_by_scroll/mod.js';
import { OneNodeApi } from '../../testing/one_node_api.js';

/** An API whose requests answer with the options that were read. */
async function echoingApi(): Promise<OneNodeApi> {
  const run = async ({ maxDocs, conflicts, remote, search }: ByScrollRequest) => ({
    status: 200,
    body: {
      maxDocs: maxDocs ?? null,
      conflicts,
      remote: remote?.host ?? null,
      indices: search.target.indices,
    },
  });
  const bulkByScroll = { run } as Partial<BulkByScroll> as BulkByScroll;
  const more: Partial<Actors> = { bulkByScroll };
  return new OneNodeApi(undefined, more).start();
}

async function answer(path: string, body: JsonValue): Promise<string> {
  const { json } = await (await echoingApi()).request('POST', path, body);
  return JSON.stringify(json);
}

const UPDATE = '/a/_update_by_query';
const REINDEX = { source: { index: 'a' }, dest: { index: 'b' } };

test.each([
  [`${UPDATE}?max_docs=1`, { max_docs: 2 }, '[2] and [1]'],
  [`${UPDATE}?max_docs=1&size=2`, {}, '[2] and [1]'],
  [`${UPDATE}?size=1`, { max_docs: 2 }, '[2] and [1]'],
  ['/_reindex?max_docs=1', { ...REINDEX, max_docs: 2 }, '[2] and [1]'],
  ['/_reindex', { ...REINDEX, max_docs: 1, size: 2 }, '[1] and [2]'],
])('%s with %j has two values of max_docs', async (path, body, values) => {
  expect(await answer(path, body)).toContain(`[max_docs] set to two different values ${values}`);
});

test.each([
  [`${UPDATE}?max_docs=2&size=2`, { max_docs: 2 }, 2],
  [UPDATE, { max_docs: 2.9 }, 2],
  [UPDATE, { max_docs: null }, null],
  ['/_reindex', { ...REINDEX, max_docs: 2, size: '2' }, 2],
])('%s with %j has one value of max_docs', async (path, body, expected) => {
  expect(await answer(path, body)).toContain(`"maxDocs":${expected}`);
});

test.each([
  [UPDATE, { max_docs: 3_000_000_000 }, '[max_docs] must be an integer'],
  [UPDATE, { max_docs: '' }, '[max_docs] must be an integer'],
  [`${UPDATE}?conflicts=`, {}, 'conflicts may only be \\"proceed\\" or \\"abort\\" but was []'],
  ['/_reindex', { ...REINDEX, max_docs: null }, "doesn't support values of type: VALUE_NULL"],
  ['/_reindex', { ...REINDEX, source: 'a' }, "source doesn't support values of type: VALUE_STRING"],
])('%s refuses %j', async (path, body, reason) => {
  expect(await answer(path, body)).toContain(reason);
});

test('null stands for absent parts of an update by query', async () => {
  const body = { conflicts: null, script: null, max_docs: null };
  expect(await answer(UPDATE, body)).toContain('"conflicts":"abort"');
});

test('null stands for absent options of a remote cluster, and for no remote cluster', async () => {
  const absent = { username: null, password: null, credentials: null, headers: null };
  const remote = { host: 'http://h:1', ...absent, socket_timeout: null, connect_timeout: null };
  const asked = (one: JsonValue, query?: JsonValue) =>
    answer('/_reindex', { ...REINDEX, source: { index: 'a', remote: one, query: query ?? null } });
  expect(await asked(remote)).toContain('"remote":"h"');
  expect(await asked({ host: null })).toContain('[host] must be specified');
  expect(await asked(remote, [1])).toContain('Expected [query] to be an object but was [[1]]');
  const local = { ...REINDEX, source: { index: 'a', remote: null } };
  expect(await answer('/_reindex', local)).toContain('"remote":null');
});

test.each([
  ['a,b', '"indices":["a","b"]'],
  [['a,b', 'c'], '"indices":["a,b","c"]'],
])('a comma separates the sources of a reindex in a text alone: %j', async (index, indices) => {
  expect(await answer('/_reindex', { ...REINDEX, source: { index } })).toContain(indices);
});
