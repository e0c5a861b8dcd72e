/**
 * The request cache: one limit for all shards, LRU eviction, and nothing cached under restricted
 * visibility.
 */
import {
  emptyRequest,
  type FoundSearch,
  parseQuery,
  parseSearchRequest,
  planOf,
  type ShardSearchCall,
  type ShardSearchReply,
} from '@skein/search';
import { type KeptPoint, keptSearch, withTook } from '../kept_searches.js';
import { RequestCache, ShardRequestCache } from './request_cache.js';

let nowMs = 0;
const clock = { monotonicMs: () => nowMs };

function newCache(limitBytes = 100_000, expireMs = 0): RequestCache {
  return new RequestCache({ limitBytes, expireMs, clock });
}

const value = (sizeBytes: number, text = 'x') => ({ value: text, sizeBytes });

test('an entry is found at its point in time alone', () => {
  const shard = new ShardRequestCache(newCache());
  shard.put('1@a', 'key', value(10));
  expect(shard.get('1@a', 'key')).toBe('x');
  expect(shard.get('1@a', 'other')).toBeUndefined();
  expect(shard.get('1@b', 'key')).toBeUndefined();
  expect(shard.get('11@a', 'key')).toBeUndefined();
  expect(shard.counts).toMatchObject({ hits: 1, misses: 1, evictions: 0 });
});

test('points in time that nobody reads any more are forgotten, and give back their memory', () => {
  const cache = newCache();
  const shard = new ShardRequestCache(cache);
  for (const point of ['1@a', '1@b', '11@a']) shard.put(point, 'key', value(10));
  shard.forget('1@');
  expect([shard.isEmpty('1@a'), shard.isEmpty('1@b'), shard.isEmpty('11@a')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(cache.usedBytes).toBe(shard.counts.memoryBytes);
  shard.clear();
  expect([cache.usedBytes, shard.counts.memoryBytes, shard.counts.evictions]).toEqual([0, 0, 0]);
});

test('what was asked for longest ago goes first, whichever shard it is of', () => {
  const cache = newCache(3_000);
  const [one, other] = [new ShardRequestCache(cache), new ShardRequestCache(cache)];
  one.put('1', 'a', value(700));
  other.put('1', 'b', value(700));
  one.put('1', 'c', value(700));
  one.get('1', 'a');
  other.put('1', 'd', value(700));
  expect(other.get('1', 'b')).toBeUndefined();
  expect([one.get('1', 'a'), one.get('1', 'c'), other.get('1', 'd')]).toEqual(['x', 'x', 'x']);
  expect([one.counts.evictions, other.counts.evictions]).toEqual([0, 1]);
  expect(cache.usedBytes).toBe(one.counts.memoryBytes + other.counts.memoryBytes);
  expect(cache.usedBytes).toBeLessThanOrEqual(3_000);
});

test('what is larger than all that may be kept is not kept, and drives nothing out', () => {
  const shard = new ShardRequestCache(newCache(1_000));
  shard.put('1', 'small', value(100));
  shard.put('1', 'large', value(5_000));
  expect(shard.get('1', 'large')).toBeUndefined();
  expect(shard.get('1', 'small')).toBe('x');
  expect(new ShardRequestCache(newCache(0)).counts.memoryBytes).toBe(0);
});

test('an entry that nobody asks for expires', () => {
  const shard = new ShardRequestCache(newCache(10_000, 50));
  shard.put('1', 'a', value(10));
  nowMs += 40;
  expect(shard.get('1', 'a')).toBe('x');
  nowMs += 40;
  expect(shard.get('1', 'a')).toBe('x');
  nowMs += 51;
  expect(shard.get('1', 'a')).toBeUndefined();
  expect(shard.counts).toMatchObject({ memoryBytes: 0, evictions: 1 });
});

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const unread = (body: string) => {
  return { body: encoder.encode(body), isYaml: false, url: {}, totalHitsAsInt: false };
};
const RENDER = { startMs: 0, totalHitsAsInt: false };

function searchOf(body: string, more: Partial<ShardSearchCall> = {}): ShardSearchCall {
  const terms = { aliasFilter: undefined, nowMs: 0, fetch: true, render: RENDER };
  return { search: unread(body), ...terms, ...more };
}

function newPoint(): KeptPoint {
  return {
    cache: new ShardRequestCache(newCache()),
    point: '1',
    byDefault: () => true,
    monotonicMs: () => 12.4,
    isHeld: () => true,
  };
}

/** Number of calls of the shard for these searches, one after the other. */
async function asked(point: KeptPoint, searches: readonly ShardSearchCall[], kept = true) {
  let count = 0;
  const ask = async (): Promise<ShardSearchReply> => {
    count++;
    const bytes = encoder.encode(`{"took":7,"n":${count}}`);
    return {
      kind: 'rendered',
      bytes,
      suggests: false,
      queryMs: 5,
      fetchMs: 1,
      total: undefined,
      kept,
    };
  };
  const shown: string[] = [];
  for (const search of searches) {
    const reply = await keptSearch(search, point, ask);
    if (reply.kind === 'rendered') shown.push(decoder.decode(reply.bytes));
  }
  return { count, shown };
}

test('the second one to ask is given what the first was, and how long it took to give it', async () => {
  const { count, shown } = await asked(newPoint(), [
    searchOf('{"size":0}'),
    searchOf('{"size":0}'),
  ]);
  expect(count).toBe(1);
  expect(shown).toEqual(['{"took":7,"n":1}', '{"took":12,"n":1}']);
});

test('all that the answer depends on tells searches apart', async () => {
  const filter = (json: object) => parseQuery(json as never);
  const plain = searchOf('{"size":0}');
  const as = (more: object) => ({ ...plain, search: { ...unread('{}'), ...more } });
  const read = (more: object) => ({ ...plain, search: planOf({ ...emptyRequest(), ...more }) });
  const searches = [
    plain,
    searchOf('{ }'),
    searchOf('{}', { aliasFilter: filter({ terms: { a: [1, 2] } }) }),
    searchOf('{}', { aliasFilter: filter({ terms: { a: [3] } }) }),
    searchOf('{}', { aliasFilter: filter({ term: { a: 9007199254740993n } }) }),
    searchOf('{}', { aliasFilter: filter({ term: { a: 9007199254740992n } }) }),
    as({ url: { size: 0 } }),
    as({ totalHitsAsInt: true }),
    as({ isYaml: true }),
    { ...plain, fetch: false },
    { ...plain, render: { ...RENDER, totalHitsAsInt: true } },
    read({ size: 0 }),
    read({ size: 0, minScore: 1 }),
  ];
  expect((await asked(newPoint(), searches)).count).toBe(searches.length);
});

test('who does not see all is given nothing that others were, and leaves nothing for them', async () => {
  const point = newPoint();
  const restricted = searchOf('{}', {
    visibility: { queries: ['{"match_all":{}}'], fields: undefined },
  });
  const { count } = await asked(point, [
    restricted,
    searchOf('{"size":0}'),
    restricted,
    searchOf('{"size":0}'),
  ]);
  expect(count).toBe(3);
  expect(point.cache.counts).toMatchObject({ hits: 1, misses: 1 });
});

test('what an alias lets through for a while is asked for each time', async () => {
  const point = newPoint();
  const aliasFilter = parseQuery({ range: { at: { gte: 'now-1s' } } });
  const search = searchOf('{}', { aliasFilter });
  expect((await asked(point, [search, search])).count).toBe(2);
  expect(point.cache.counts.misses).toBe(0);
});

test('an answer that comes when its point in time is let go leaves nothing behind', async () => {
  const point = { ...newPoint(), isHeld: () => false };
  expect((await asked(point, [searchOf('{"size":0}'), searchOf('{"size":0}')])).count).toBe(2);
  expect(point.cache.counts.memoryBytes).toBe(0);
});

test('each reader is given parts of its own', async () => {
  const point = newPoint();
  const request = {
    ...searchOf('{"size":0}'),
    search: planOf(parseSearchRequest({ size: 0 }, {})),
    fetch: false,
    render: undefined,
  };
  const reply = (): FoundSearch => ({
    kind: 'found',
    result: {
      snapshotVersion: 1,
      total: { value: 3, relation: 'eq' },
      maxScore: Number.NaN,
      hits: [],
      timedOut: false,
      terminatedEarly: undefined,
      sortFormats: [],
      aggregations: [Float64Array.of(1, 2)],
      tookMs: 7,
    },
    fetched: undefined,
    kept: true,
  });
  const given: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const { result } = (await keptSearch(request, point, async () => reply())) as FoundSearch;
    const [part] = result.aggregations as readonly Float64Array[];
    given.push({ ...result, aggregations: [part?.slice()] });
    part?.fill(0);
  }
  expect(point.cache.counts.hits).toBe(2);
  const { result } = reply();
  expect(given).toEqual([result, { ...result, tookMs: 0 }, { ...result, tookMs: 0 }]);
});

test('what may not be kept is asked for each time, and counts for nothing', async () => {
  const point = newPoint();
  expect((await asked(point, [searchOf('{"size":0}'), searchOf('{"size":0}')], false)).count).toBe(
    2,
  );
  expect(point.cache.counts).toEqual({ memoryBytes: 0, hits: 0, misses: 0, evictions: 0 });
});

test('`took` stands first in an answer', () => {
  const text = (json: string, took: number) => decoder.decode(withTook(encoder.encode(json), took));
  expect(text('{"took":0,"hits":{"took":0}}', 15)).toBe('{"took":15,"hits":{"took":0}}');
  expect(text('{"took":12345,"a":1}', 0)).toBe('{"took":0,"a":1}');
});
