/**
 * Scrolls and points in time belong to the user who opened them, and end with the user's rights.
 */
import { SecuredNode } from './secured_node.js';

let node: SecuredNode;
const READ = 'indices:read:pub-*';

beforeAll(async () => {
  node = await SecuredNode.start();
});
afterAll(() => node?.stop());

interface Opened {
  readonly open: () => Promise<string>;
  readonly use: (token: string, id: string) => ReturnType<SecuredNode['ask']>;
  readonly close: (token: string, id: string) => ReturnType<SecuredNode['ask']>;
}

const ada = () => node.forge({ sub: 'u_ada', scope: READ });
const fieldOf = (text: string, name: string): string => String(JSON.parse(text)[name]);

const KINDS: readonly (readonly [string, Opened])[] = [
  [
    'a scroll',
    {
      open: async () => {
        const path = '/pub-*/_search?scroll=1m';
        const { text } = await node.ask(await ada(), 'POST', path, { size: 1 });
        return fieldOf(text, '_scroll_id');
      },
      use: (token, id) => node.ask(token, 'POST', '/_search/scroll', { scroll_id: id }),
      close: (token, id) => node.ask(token, 'DELETE', '/_search/scroll', { scroll_id: id }),
    },
  ],
  [
    'a point in time',
    {
      open: async () => {
        const path = '/pub-*/_search/point_in_time?keep_alive=1m';
        return fieldOf((await node.ask(await ada(), 'POST', path)).text, 'pit_id');
      },
      use: (token, id) => node.ask(token, 'POST', '/_search', { pit: { id } }),
      close: (token, id) => node.ask(token, 'DELETE', '/_search/point_in_time', { pit_id: [id] }),
    },
  ],
  [
    'a point in time of the other form',
    {
      open: async () => {
        const path = '/pub-*/_pit?keep_alive=1m';
        return fieldOf((await node.ask(await ada(), 'POST', path)).text, 'id');
      },
      use: (token, id) => node.ask(token, 'POST', '/_search', { pit: { id } }),
      close: (token, id) => node.ask(token, 'DELETE', '/_pit', { id }),
    },
  ],
];

describe.each(KINDS)('%s', (_name, { open, use, close }) => {
  test('is not there for anybody else, whatever they may read', async () => {
    const id = await open();
    const others = [
      await node.forge({ sub: 'u_eve' }),
      await node.forge({ sub: 'u_ada', client_id: 'other' }),
    ];
    for (const other of others) {
      const { status, text } = await use(other, id);
      expect([status, text]).toEqual([
        404,
        expect.stringContaining('search_context_missing_exception'),
      ]);
      await close(other, id);
    }
    expect((await use(await ada(), id)).status).toBe(200);
    expect((await close(await ada(), id)).status).toBe(200);
    expect((await use(await ada(), id)).status).toBe(404);
  });

  test('is of no use to its owner without the right to read', async () => {
    const id = await open();
    const narrower = await node.forge({ sub: 'u_ada', scope: 'indices:read:pub-1' });
    expect((await use(narrower, id)).status).toBe(403);
    expect((await use(await ada(), id)).status).toBe(200);
  });
});

test('what is listed and closed at once is the own', async () => {
  const open = (token: string) =>
    node.ask(token, 'POST', '/pub-1/_search/point_in_time?keep_alive=1m');
  const [mine, eve] = [await node.forge({ sub: 'u_bob' }), await node.forge({ sub: 'u_eve' })];
  const id = fieldOf((await open(mine)).text, 'pit_id');
  const hers = fieldOf((await open(eve)).text, 'pit_id');
  const listed = await node.ask(mine, 'GET', '/_search/point_in_time/_all');
  expect(JSON.parse(listed.text).pits).toMatchObject([{ pit_id: id, keep_alive: 60_000 }]);
  await node.ask(mine, 'DELETE', '/_search/point_in_time/_all');
  await node.ask(mine, 'DELETE', '/_search/scroll/_all');
  expect((await node.ask(mine, 'POST', '/_search', { pit: { id } })).status).toBe(404);
  expect((await node.ask(eve, 'POST', '/_search', { pit: { id: hers } })).status).toBe(200);
});

test('a scroll reads every document of its point in time once, whatever is written meanwhile', async () => {
  const all = await node.forge();
  const lines = Array.from({ length: 30 }, (_, i) => [
    { index: { _index: 'pub-scrolled', _id: String(i) } },
    { n: i % 4 },
  ]).flat();
  const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  await node.ask(all, 'PUT', '/pub-scrolled', { settings: { number_of_shards: 3 } });
  await node.ask(all, 'POST', '/_bulk?refresh=true', body);
  for (const sort of [['_doc'], ['n'], ['_score'], [{ n: 'desc' }, '_score']]) {
    const path = '/pub-scrolled/_search?scroll=1m';
    let { text } = await node.ask(all, 'POST', path, { size: 7, sort });
    await node.ask(all, 'PUT', `/pub-scrolled/_doc/new-${String(sort[0])}?refresh=true`, { n: 1 });
    const seen: string[] = [];
    for (let answer = JSON.parse(text); answer.hits.hits.length > 0; answer = JSON.parse(text)) {
      seen.push(...answer.hits.hits.map((hit: { _id: string }) => hit._id));
      const page = { scroll_id: answer._scroll_id, scroll: '1m' };
      ({ text } = await node.ask(all, 'POST', '/_search/scroll', page));
    }
    expect(seen.filter((id) => !id.startsWith('new-')).length).toBe(30);
    expect(new Set(seen).size).toBe(seen.length);
    const stats = JSON.parse((await node.ask(all, 'GET', '/pub-scrolled/_stats/search')).text);
    expect(stats._all.total.search.scroll_current).toBeGreaterThan(0);
  }
  await node.ask(all, 'DELETE', '/_search/scroll/_all');
  const stats = JSON.parse((await node.ask(all, 'GET', '/pub-scrolled/_stats/search')).text);
  expect(stats._all.total.search).toMatchObject({ scroll_current: 0, scroll_total: 12 });
});

test('groups of a collapsed search show their own hits, over one shard and over several', async () => {
  const all = await node.forge();
  for (const shards of [1, 3]) {
    const index = `pub-grouped-${shards}`;
    await node.ask(all, 'PUT', `/${index}`, {
      settings: { number_of_shards: shards },
      mappings: { properties: { k: { type: 'keyword' } } },
    });
    const lines = Array.from({ length: 20 }, (_, n) => [
      { index: { _index: index, _id: String(n) } },
      { n, k: n < 18 ? `k${n % 3}` : undefined, tags: [{ a: n }] },
    ]).flat();
    const body = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    await node.ask(all, 'POST', '/_bulk?refresh=true', body);
    const inner = [
      { name: 'last', size: 2, sort: [{ n: 'desc' }], _source: false },
      { name: 'by "n"', size: 1, sort: ['n'], _source: ['n'] },
    ];
    const { text } = await node.ask(all, 'POST', `/${index}/_search`, {
      query: { range: { n: { gte: 2 } } },
      sort: ['n'],
      collapse: { field: 'k', inner_hits: inner, max_concurrent_group_searches: 2 },
    });
    const { hits } = JSON.parse(text);
    expect(hits.total.value).toBe(18);
    const shown = hits.hits.map((hit: { _id: string; inner_hits: Record<string, object> }) => [
      hit._id,
      ...Object.values(hit.inner_hits).map((group) => {
        const { hits: found } = group as { hits: { total: object; hits: { _id: string }[] } };
        return [found.total, ...found.hits.map(({ _id: id }) => id)];
      }),
    ]);
    const total = (value: number) => ({ value, relation: 'eq' });
    expect(shown).toEqual([
      ['2', [total(6), '17', '14'], [total(6), '2']],
      ['3', [total(5), '15', '12'], [total(5), '3']],
      ['4', [total(5), '16', '13'], [total(5), '4']],
      ['18', [total(2), '19', '18'], [total(2), '18']],
    ]);
    expect(Object.keys(hits.hits[0].inner_hits)).toEqual(['last', 'by "n"']);
  }
});
