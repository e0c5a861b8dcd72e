/**
 * The request cache: shards return the same answer again until a refresh shows a change, on one
 * shard and on several of two nodes.
 */

import { once } from 'node:events';
import { connect } from 'node:net';
import { stringifyJson } from '@skein/content';
import { answeredAt } from './json_requests.js';
import { TestCluster } from './test_cluster.js';

let cluster: TestCluster;

const ask = answeredAt(() => cluster.nodes[0]?.url ?? '');

interface Counts {
  readonly hit_count: number;
  readonly miss_count: number;
  readonly evictions: number;
  readonly memory_size_in_bytes: number;
}

async function counts(index: string): Promise<Counts> {
  const stats = (await ask('GET', `/${index}/_stats/request_cache`)) as {
    readonly _all: { readonly total: { readonly request_cache: Counts } };
  };
  return stats._all.total.request_cache;
}

/** Runs the work; resolves with the numbers of hits and misses that it caused. */
async function made(index: string, work: () => Promise<unknown>): Promise<readonly number[]> {
  const before = await counts(index);
  await work();
  const after = await counts(index);
  return [after.hit_count - before.hit_count, after.miss_count - before.miss_count];
}

const AGGS = { tags: { terms: { field: 'tag' } }, most: { max: { field: 'n' } } };
const INDICES = [
  ['alone', 1],
  ['parted', 4],
] as const;

async function search(index: string, params = '', body: object = { size: 0, aggs: AGGS }) {
  const { took: _, ...found } = await ask('POST', `/${index}/_search${params}`, body);
  return found;
}

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 2 });
  for (const [index, shards] of INDICES) {
    await ask('PUT', `/${index}`, {
      settings: { number_of_shards: shards, number_of_replicas: 0, refresh_interval: -1 },
      mappings: { properties: { tag: { type: 'keyword' }, n: { type: 'long' } } },
    });
    for (let i = 0; i < 12; i++)
      await ask('PUT', `/${index}/_doc/${i}`, { tag: `t${i % 3}`, n: i });
    await ask('POST', `/${index}/_refresh`);
  }
});
afterAll(() => cluster?.stop());

describe.each(INDICES)('%s, of %i shards', (index, shards) => {
  test('an answer stays until the shard shows something new', async () => {
    const first = await search(index);
    expect(await made(index, () => search(index))).toEqual([shards, 0]);
    expect(await search(index)).toEqual(first);
    await ask('PUT', `/${index}/_doc/new`, { tag: 'new', n: 99 });
    expect(await search(index)).toEqual(first);
    await ask('POST', `/${index}/_refresh`);
    expect(await search(index)).toMatchObject({ aggregations: { most: { value: 99 } } });
    await ask('DELETE', `/${index}/_doc/new?refresh=true`);
    expect(await search(index)).toEqual(first);
  });

  test('a field that was not mapped is found once it is', async () => {
    const body = { size: 0, aggs: { of: { max: { field: 'late' } } } };
    expect(await search(index, '', body)).toMatchObject({ aggregations: { of: { value: null } } });
    await ask('PUT', `/${index}/_mapping`, { properties: { late: { type: 'long' } } });
    await ask('PUT', `/${index}/_doc/0?refresh=true`, { tag: 't0', n: 0, late: 5 });
    expect(await search(index, '', body)).toMatchObject({ aggregations: { of: { value: 5 } } });
  });

  test('the request says whether it is kept, and else the index', async () => {
    const twice = (params: string, body: object) => async () => {
      await search(index, params, body);
      await search(index, params, body);
    };
    const none = { size: 0, query: { term: { tag: 't1' } } };
    expect(await made(index, twice('?request_cache=false', none))).toEqual([0, 0]);
    expect(await made(index, twice('', { ...none, size: 3 }))).toEqual([0, 0]);
    expect(await made(index, twice('?request_cache=true', { ...none, size: 3 }))).toEqual([
      shards,
      shards,
    ]);
    await ask('PUT', `/${index}/_settings`, { 'index.requests.cache.enable': false });
    expect(await made(index, twice('', none))).toEqual([0, 0]);
    expect(await made(index, twice('?request_cache=true', none))).toEqual([shards, shards]);
    await ask('PUT', `/${index}/_settings`, { 'index.requests.cache.enable': true });
    expect(await made(index, twice('', none))).toEqual([shards, shards]);
  });

  test('what depends on the time or on scripts is asked for each time', async () => {
    for (const query of [
      { range: { at: { lte: 'now' } } },
      { script: { script: { source: "doc['n'].value > 3" } } },
    ]) {
      expect(await made(index, () => search(index, '', { size: 0, query }))).toEqual([0, 0]);
    }
    expect(await made(index, () => search(index, '', { size: 0, profile: true }))).toEqual([0, 0]);
  });

  test('the filter of an alias is part of what is asked, and its time with it', async () => {
    const body = { size: 0 };
    const actions = [
      { add: { index, alias: `${index}_big`, filter: { term: { n: 9007199254740993n } } } },
      { add: { index, alias: `${index}_few`, filter: { terms: { n: [1, 2] } } } },
      { add: { index, alias: `${index}_new`, filter: { range: { at: { gte: 'now-1h' } } } } },
    ];
    await ask('POST', '/_aliases', stringifyJson({ actions }));
    const total = async (name: string) => (await search(`${index}_${name}`, '', body)).hits;
    for (let i = 0; i < 2; i++) {
      expect(await total('big')).toMatchObject({ total: { value: 0 } });
      expect(await total('few')).toMatchObject({ total: { value: 2 } });
    }
    expect(await made(index, () => total('few'))).toEqual([shards, 0]);
    expect(await made(index, () => total('new'))).toEqual([0, 0]);
  });

  test('_msearch says it in its headers', async () => {
    const lines = [{ index }, { size: 0 }, { index, request_cache: false }, { size: 0, from: 1 }];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    await ask('POST', '/_msearch', text);
    expect(await made(index, () => ask('POST', '/_msearch', text))).toEqual([shards, 0]);
  });

  test('caches are emptied, all or by name', async () => {
    await search(index);
    expect((await counts(index)).memory_size_in_bytes).toBeGreaterThan(0);
    const told = await ask('POST', `/${index}/_cache/clear?query=true&fielddata=true&fields=n`);
    expect(told).toEqual({ _shards: { total: shards, successful: shards, failed: 0 } });
    expect((await counts(index)).memory_size_in_bytes).toBeGreaterThan(0);
    await ask('POST', `/${index}/_cache/clear?request=true`);
    expect((await counts(index)).memory_size_in_bytes).toBe(0);
    await search(index);
    await ask('POST', '/_cache/clear');
    expect((await counts(index)).memory_size_in_bytes).toBe(0);
    expect((await counts(index)).evictions).toBe(0);
  });

  test('nothing is left of an index that is closed', async () => {
    await search(index);
    await ask('POST', `/${index}/_close`);
    await ask('POST', `/${index}/_open?wait_for_active_shards=all`);
    expect((await counts(index)).memory_size_in_bytes).toBe(0);
  });
});

test('a scroll refuses it', async () => {
  await expect(search('alone', '?scroll=1m&request_cache=true')).rejects.toThrow(
    '[request_cache] cannot be used in a scroll context',
  );
});

interface Page {
  readonly _scroll_id?: string;
  readonly hits: {
    readonly hits: readonly { readonly _id: string; readonly _source: { readonly body: string } }[];
  };
}

/** The ids of a page, each of which is repeated in the document. */
function idsOf({ hits }: Page): readonly number[] {
  return hits.hits.map(({ _id, _source }) => {
    expect(_source.body).toBe(`${_id} `.repeat(200));
    return Number(_id);
  });
}

test('long pages of several clients at once are whole, scrolled, kept and new ones', async () => {
  const docs = Array.from({ length: 400 }, (_, i) => 1000 + i);
  await ask('PUT', '/long?wait_for_active_shards=all', { settings: { number_of_replicas: 1 } });
  const lines = docs.map((id) => `{"index":{"_id":"${id}"}}\n{"body":"${`${id} `.repeat(200)}"}\n`);
  await ask('POST', '/long/_bulk?refresh=true', lines.join(''));
  const order = { sort: ['_doc'], track_total_hits: true };
  const scrolled = async (size: number) => {
    const ids: number[] = [];
    let page = (await ask('POST', '/long/_search?preference=_local&scroll=1m', {
      ...order,
      size,
    })) as unknown as Page;
    while (page.hits.hits.length > 0) {
      ids.push(...idsOf(page));
      const next = { scroll: '1m', scroll_id: page._scroll_id };
      page = (await ask('POST', '/_search/scroll', next)) as unknown as Page;
    }
    await ask('DELETE', '/_search/scroll', { scroll_id: page._scroll_id });
    expect(ids.toSorted((a, b) => a - b)).toEqual(docs);
  };
  const searched = async (params: string) => {
    for (const from of [0, 100, 0, 200, 100]) {
      const page = await ask('POST', `/long/_search?preference=_local${params}`, {
        ...order,
        from,
        size: 150,
      });
      expect(idsOf(page as unknown as Page)).toHaveLength(150);
    }
  };
  const slow = await slowReader('/long/_search?preference=_local&sort=_doc&size=200', 200);
  await Promise.all([
    ...[90, 130, 170, 200].map(scrolled),
    ...['', '&request_cache=true', '&pretty'].map(searched),
  ]);
  const texts = await slow();
  const pages = texts.map((text) => idsOf(JSON.parse(text)));
  expect(pages).toEqual(Array.from({ length: 200 }, () => docs.slice(0, 200)));
});

/**
 * Asks for the same page again and again on one connection, and reads nothing until the result is
 * called. The pages together are longer than the system's buffers, so one of them is half sent.
 */
async function slowReader(path: string, times: number): Promise<() => Promise<string[]>> {
  const { hostname, port } = new URL(String(cluster.nodes[0]?.url));
  const socket = connect(Number(port), hostname);
  const ask = (header = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`;
  socket.write(ask().repeat(times - 1) + ask('Connection: close\r\n'));
  await once(socket, 'readable');
  return async () => {
    const received = Buffer.concat(await socket.toArray());
    const bodies: string[] = [];
    for (let at = 0; at < received.length; ) {
      const start = received.indexOf('\r\n\r\n', at) + 4;
      const head = received.toString('latin1', at, start);
      at = start + Number(/content-length: (\d+)/i.exec(head)?.[1]);
      bodies.push(received.toString('utf8', start, at));
    }
    return bodies;
  };
}
