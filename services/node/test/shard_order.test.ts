/**
 * Reads every document of a point in time, page by page, in the order of `_shard_doc`, over several
 * shards of two indices.
 */
import { LoneNode } from './lone_node.js';

const DOCUMENTS = 120;
let node: LoneNode;

interface Page {
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly sort: number[] }[] };
}

async function ask<T>(method: string, path: string, body?: object | string): Promise<T> {
  const reply = await node.fetch(method, path, body);
  return (await reply.json()) as T;
}

beforeAll(async () => {
  node = await LoneNode.start();
  for (const [index, shards] of [
    ['one', 3],
    ['two', 2],
  ] as const) {
    const settings = { number_of_shards: shards, number_of_replicas: 0 };
    await ask('PUT', `/${index}`, { settings });
  }
  const lines = Array.from({ length: DOCUMENTS }, (_, n) => [
    { index: { _index: n % 3 === 0 ? 'two' : 'one', _id: String(n) } },
    { n, even: n % 2 === 0 },
  ]).flat();
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  await ask('POST', '/_bulk?refresh=true', body);
});
afterAll(() => node?.stop());

async function walk(request: object): Promise<{ ids: string[]; keys: number[] }> {
  const { id } = await ask<{ id: string }>('POST', '/one,two/_pit?keep_alive=1m');
  const ids: string[] = [];
  const keys: number[] = [];
  let after: { readonly search_after?: number[] } = {};
  for (;;) {
    const page = await ask<Page>('POST', '/_search', {
      size: 7,
      pit: { id },
      ...request,
      ...after,
    });
    const { hits } = page.hits;
    const last = hits.at(-1);
    if (last === undefined) return { ids, keys };
    ids.push(...hits.map(({ _id }) => _id));
    keys.push(...hits.map(({ sort }) => sort.at(-1) as number));
    after = { search_after: last.sort };
  }
}

const all = Array.from({ length: DOCUMENTS }, (_, n) => String(n));
const sorted = (ids: readonly string[]) => [...ids].sort((a, b) => Number(a) - Number(b));

test.each([
  ['asc', 1],
  ['desc', -1],
] as const)('%s: each document once, in one order over all shards', async (order, direction) => {
  const { ids, keys } = await walk({ sort: [{ _shard_doc: order }] });
  expect(sorted(ids)).toEqual(all);
  expect(keys).toEqual(keys.toSorted((a, b) => direction * (a - b)));
  expect(new Set(keys.map((key) => Math.floor(key / 2 ** 32))).size).toBe(5);
});

test('it settles what other keys do not', async () => {
  const { ids } = await walk({ sort: [{ even: 'desc' }, '_shard_doc'] });
  expect(sorted(ids)).toEqual(all);
  const even = await walk({ query: { term: { even: true } }, sort: ['_shard_doc'] });
  expect(sorted(even.ids)).toEqual(all.filter((id) => Number(id) % 2 === 0));
});

test('there is no such order without a point in time', async () => {
  const words = '[_shard_doc] sort field cannot be used without [point in time]';
  const { error } = await ask<{ error: { reason: string } }>('POST', '/one/_search', {
    sort: ['_shard_doc'],
  });
  expect(error.reason).toContain(words);
});
