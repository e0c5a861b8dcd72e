import { AggregationUses } from '@skein/aggregations';
import { type Clock, checkWanted, silentLog } from '@skein/base';
import { JsonBuffer } from '@skein/content';
import { parseDocument } from '@skein/mapping';
import { ScriptService } from '@skein/script';
import { parseQuery, planOf, type QueryNode, readSearch, type ShardHit } from '@skein/search';
import { IndexWriter, Kernels, MemoryDirectory, ReadTooLong } from '@skein/search_library';
import { IndexContextCache, SearchShard } from '@skein/shard';
import { letGo } from '../let_go.js';
import { enterMemory } from '../memory/segment_memory.js';
import { testMemory } from '../testing/test_memory.js';
import { MainThread } from './main_thread.js';

/** Searches that go to threads before the shard is opened. */
const BEFORE = 8;

interface Given {
  readonly settings?: Readonly<Record<string, string>>;
  /** The duration of a clock reading. */
  readonly lookMs?: number;
  readonly readTooLong?: boolean;
}

/** Two documents in memory; this thread is the search thread too. */
function setUp({ settings = {}, lookMs = 0, readTooLong = false }: Given = {}) {
  let nowMs = 0;
  const clock: Clock = {
    nowMs: () => 0,
    monotonicMs: () => {
      nowMs += lookMs;
      return nowMs;
    },
  };
  const context = {
    index: 'books',
    indexUuid: 'u',
    aliases: [],
    aliasesVersion: 1,
    shardId: 0,
    nodeId: 'n',
    path: '',
    indexSettings: settings,
    settingsVersion: 1,
    mapping: '{"properties":{"title":{"type":"text"},"kind":{"type":"keyword"}}}',
    mappingVersion: 1,
  };
  const memory = testMemory();
  enterMemory(memory.search(0));
  const index = new IndexContextCache().get(context);
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory, {});
  ['a red book', 'a blue book'].forEach((title, i) => {
    const source = new TextEncoder().encode(JSON.stringify({ title, kind: `kind ${i}` }));
    const meta = { id: String(i), routing: undefined };
    const document = parseDocument(index.mapping as never, source, meta, clock);
    writer.addDocument({ ...document, version: 1, seqNo: i, primaryTerm: 1 });
  });
  writer.refresh();
  const snapshot = writer.snapshot();
  const uses = new AggregationUses();
  const mainThread = new MainThread({
    clock,
    uses,
    log: silentLog,
    space: memory.space,
    kernels: new Kernels(),
    openDirectory: () => {
      if (!readTooLong) return directory;
      const bounded = new MemoryDirectory();
      bounded.readInto = () => {
        throw new ReadTooLong('x');
      };
      return bounded;
    },
  });
  const requestOf = (body: object) => ({
    search: {
      body: new TextEncoder().encode(JSON.stringify(body)),
      isYaml: false,
      url: {},
      totalHitsAsInt: false,
    },
    aliasFilter: undefined,
    nowMs: 0,
    fetch: true,
    render: { startMs: 0, totalHitsAsInt: false },
  });
  const { signal } = new AbortController();
  const point = { key: 'shard#1', snapshot, index: { version: '1/1', context: () => context } };
  const search = (body: object) => mainThread.search(point, { request: requestOf(body), signal });
  const planned = (body: object) => planOf(readSearch(requestOf(body).search));
  /** Searches as one of several shards, which return hits without their documents. */
  const searchPart = (body: object, aliasFilter?: QueryNode) => {
    const call = { search: planned(body), aliasFilter, nowMs: 0, fetch: false, render: undefined };
    const reply = mainThread.search(point, { request: call, signal });
    return reply?.kind === 'found' ? reply.result : undefined;
  };
  const fetch = (body: object, hits: readonly ShardHit[], version = snapshot.version) => {
    const at = { ...point, snapshot: { ...snapshot, version } };
    const plan = planned(body);
    const request = { plan, aliasFilter: undefined, nowMs: 0, snapshotVersion: version, hits };
    const fetched = mainThread.fetch(at, { request, signal });
    return fetched && new TextDecoder().decode(fetched.bytes);
  };
  /** Searches as a search thread does, which loads the data. */
  const inThread = (body: object) => {
    const scripts = new ScriptService(clock);
    const shard = new SearchShard({
      snapshot,
      origin: { shardId: 0, nodeId: 'n' },
      log: silentLog,
      directory,
      clock,
      scripts,
      index,
    });
    const buffer = new JsonBuffer();
    shard.search(requestOf(body), () => false, { buffer });
    letGo();
    return new TextDecoder().decode(buffer.finish());
  };
  const here = (body: object) => {
    const reply = search(body);
    return reply?.kind === 'rendered' ? new TextDecoder().decode(reply.bytes) : reply?.kind;
  };
  const ask = (body: object, times: number) => Array.from({ length: times }, () => here(body));
  const forget = () => mainThread.forget('shard#1', snapshot.version);
  return { search, searchPart, fetch, forget, inThread, here, ask, uses };
}

const RED = { query: { match: { title: 'red book' } }, _source: ['title'] };
const nothing = (times: number) => Array.from({ length: times }, () => undefined);

test('a shard that is searched often is searched here, and says the same', () => {
  const { inThread, ask } = setUp();
  const said = inThread(RED);
  expect(said).toContain('a red book');
  expect(ask(RED, BEFORE + 2)).toEqual([...nothing(BEFORE), said, said]);
});

test('what is not in memory is left to the threads, and tried again when they have brought it', () => {
  const { inThread, ask } = setUp();
  expect(ask(RED, BEFORE + 1)).toEqual(nothing(BEFORE + 1));
  const said = inThread(RED);
  expect(ask(RED, 5)).toEqual([...nothing(4), said]);
});

test('one of several shards is searched here, and then its hits are read here', () => {
  const { inThread, searchPart, fetch } = setUp();
  inThread(RED);
  const results = Array.from({ length: BEFORE + 1 }, () => searchPart(RED));
  expect(results.slice(0, BEFORE)).toEqual(nothing(BEFORE));
  const hits = results[BEFORE]?.hits ?? [];
  expect(hits.map(({ doc }) => doc)).toEqual([0, 1]);
  const read = fetch(RED, hits);
  expect(JSON.parse(`[${read}]`)).toMatchObject([
    { _id: '0', _source: { title: 'a red book' } },
    { _id: '1', _source: { title: 'a blue book' } },
  ]);
});

test('hits are left to the threads if another point in time was searched, or the query is heavy', () => {
  const { inThread, searchPart, fetch } = setUp();
  inThread(RED);
  expect(fetch(RED, [])).toBeUndefined();
  for (let i = 0; i <= BEFORE; i++) searchPart(RED);
  expect(fetch(RED, [])).toBe('');
  expect(fetch(RED, [], 77)).toBeUndefined();
  expect(fetch({ ...RED, explain: true }, [])).toBeUndefined();
});

test('one of several shards is left to the threads with the filter of an alias', () => {
  const { inThread, searchPart } = setUp();
  inThread(RED);
  for (let i = 0; i < BEFORE; i++) searchPart(RED);
  expect(searchPart(RED, parseQuery({ match_all: {} }))).toBeUndefined();
  expect(searchPart(RED)?.hits).toHaveLength(2);
});

test('hits whose documents are too long are left to the threads, and so are the next searches', () => {
  const { inThread, searchPart, fetch } = setUp({ readTooLong: true });
  inThread(RED);
  const [hits] = Array.from({ length: BEFORE + 1 }, () => searchPart(RED)?.hits).slice(-1);
  expect(hits).toHaveLength(2);
  expect(fetch(RED, hits ?? [])).toBeUndefined();
  expect(searchPart(RED)).toBeUndefined();
  expect(fetch(RED, [])).toBeUndefined();
});

test.each([
  ['patterns', { query: { wildcard: { title: 'r*d' } } }],
  ['long aggregations', { ...RED, aggs: { all: { cardinality: { field: 'kind' } } } }],
  ['scripts', { query: { script: { script: 'true' } } }],
  ['long pages', { ...RED, size: 51 }],
])('%s are left to the threads', (_, body) => {
  const { inThread, ask } = setUp();
  inThread(RED);
  expect(ask(body, BEFORE + 2)).toEqual(nothing(BEFORE + 2));
});

test('an index with scripts of its own is left to the threads', () => {
  const settings = {
    'index.similarity.own.type': 'scripted',
    'index.similarity.own.script.source': 'return 1;',
  };
  const { inThread, ask } = setUp({ settings });
  inThread(RED);
  expect(ask(RED, 3 * BEFORE)).toEqual(nothing(3 * BEFORE));
});

test('one that takes too long is given up, and its shard left alone for a while', () => {
  const { inThread, forget, ask } = setUp({ lookMs: 10 });
  inThread(RED);
  expect(ask(RED, BEFORE + 1 + 4)).toEqual(nothing(BEFORE + 1 + 4));
  forget();
});

test('a document that is too long to be read here is left to the threads', () => {
  const { inThread, ask } = setUp({ readTooLong: true });
  inThread(RED);
  expect(ask(RED, BEFORE + 1)).toEqual(nothing(BEFORE + 1));
});

test('a fault of the request is told here too', () => {
  const { inThread, search, ask } = setUp();
  inThread(RED);
  ask(RED, BEFORE + 1);
  expect(search({ query: { match: { title: { query: 'a', nonsense: 1 } } } })).toMatchObject({
    kind: 'malformed',
    error: { type: 'parsing_exception' },
  });
});

test('the time of searches that fail counts too', () => {
  const { inThread, search, ask } = setUp({ lookMs: 1 });
  inThread(RED);
  ask(RED, BEFORE + 1);
  const tooManyWords = { query: { match: { title: 'a '.repeat(1100) } } };
  const outcomes = Array.from({ length: 40 }, () => {
    try {
      return search(tooManyWords);
    } catch {
      return 'failed';
    }
  });
  expect(outcomes).toContain('failed');
  expect(outcomes).toContain(undefined);
});

test('a point in time that is not read any more is forgotten', () => {
  const { inThread, forget, ask, here } = setUp();
  const said = inThread(RED);
  ask(RED, BEFORE);
  expect(here(RED)).toBe(said);
  forget();
  expect(here(RED)).toBeUndefined();
});

test('a sort by a field, a range and a prefix are searched here, and say the same', () => {
  for (const body of [
    { ...RED, sort: ['_doc'] },
    { query: { range: { title: { gte: 'b', lt: 'c' } } } },
    { query: { prefix: { title: 're' } }, sort: ['_score'] },
  ]) {
    const { inThread, ask } = setUp();
    const said = inThread(body);
    expect(said).toContain('a red book');
    expect(ask(body, BEFORE + 2)).toEqual([...nothing(BEFORE), said, said]);
  }
});

test('short aggregations are collected here, say the same, and are counted once', () => {
  const aggs = { k: { terms: { field: 'kind' }, aggs: { n: { value_count: { field: 'kind' } } } } };
  const body = { ...RED, aggs };
  const { inThread, ask, uses } = setUp();
  const said = inThread(body);
  expect(said).toContain('"key":"kind 1","doc_count":1,"n":{"value":1}');
  expect(ask(body, BEFORE + 2)).toEqual([...nothing(BEFORE), said, said]);
  expect(uses.report).toEqual({ terms: { bytes: 2 }, value_count: { bytes: 2 } });
});

test('aggregations that are given up here are not counted here', () => {
  const { inThread, ask, uses } = setUp({ lookMs: 5 });
  const body = { ...RED, aggs: { k: { terms: { field: 'kind' } } } };
  inThread(body);
  expect(ask(body, BEFORE + 1)).toEqual(nothing(BEFORE + 1));
  expect(uses.report).toEqual({});
});

test('work that checks between its steps is given up when its time is over', () => {
  const { ask } = setUp({ lookMs: 5 });
  const body = { query: { range: { title: { gte: 'a' } } } };
  expect(ask(body, BEFORE + 3)).toEqual(nothing(BEFORE + 3));
  expect(() => checkWanted()).not.toThrow();
});

test('a query whose binding takes too long is left to the threads, not told as its fault', () => {
  const { ask } = setUp({ lookMs: 20 });
  // More words than a query may have: where there is time, this is its fault.
  const body = { query: { match: { title: 'a '.repeat(1100) } } };
  expect(ask(body, BEFORE + 3)).toEqual(nothing(BEFORE + 3));
});
