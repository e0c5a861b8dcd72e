import { silentLog } from '@skein/base';
/** The coordinator over fake shards: choice of shards, merging, failures, rendering. */

import { type ClusterState, type CommandEnvironment, emptyState, runCommand } from '@skein/cluster';
import {
  encodeJson,
  float32,
  isJsonObject,
  JsonBuffer,
  type JsonObject,
  parseJson,
} from '@skein/content';
import { ApiError, errorResponse, toPlainError } from '@skein/errors';
import {
  emptyRequest,
  isRead,
  parseQuery,
  type ShardFetchResult,
  type ShardHit,
  type ShardQueryResult,
  type ShardSearchCall,
  type ShardSearchReply,
} from '@skein/search';
import { openSecurity } from '../security/open_security.js';
import type { PinnedShard, ShardReader } from '../shard_host/mod.js';
import { testMemory } from '../shard_host/testing/test_memory.js';
import type { ReadableCopy } from '../shard_router/mod.js';
import { withStartedCopies } from '../testing/started_copies.js';
import { RemoteContexts } from './contexts/remote_contexts.js';
import { SearchContexts } from './contexts/search_contexts.js';
import type { SearchCall, UnreadSearchCall } from './contract.js';
import { plainTerms } from './plain_terms.js';
import { RequestSlowLog } from './request_slow_log.js';
import { createSearchCoordinator } from './search_coordinator.js';
import { SearchTimes } from './search_times.js';

const NO_OTHERS = new RemoteContexts({
  links: { localNodeId: 'n', call: () => Promise.reject(new Error('alone')), nodes: () => [] },
  users: { encode: () => new Uint8Array(0) },
});

let made = 0;
const environment: CommandEnvironment = {
  nowMs: 0,
  random: { next: () => 0.5, bytes: (count) => new Uint8Array(count).fill(++made) },
  indexVersion: '136407927',
};

function stateWith(indices: Readonly<Record<string, number>>): ClusterState {
  let state = emptyState('test', 'uuid');
  for (const [name, shards] of Object.entries(indices)) {
    const request = {
      name,
      providedName: name,
      settings: new Map([['index.number_of_shards', String(shards)]]),
      mapping: {},
      aliases: [{ alias: `${name}-all` }, { alias: `${name}-some`, filter: { term: { a: 'x' } } }],
    };
    state = runCommand(state, 'create_index', request as never, environment);
  }
  return withStartedCopies(state);
}

interface Shard {
  readonly scores?: readonly number[];
  readonly fails?: ApiError;
  /** Copies whose node is lost after the query phase, by node: this many, the best first. */
  readonly losesNodes?: number;
  /** Answers to an unparsed search. */
  readonly answers?: ShardSearchReply;
}

interface Setup {
  readonly indices: Readonly<Record<string, number>>;
  /** By `index/shard`; shards not listed are empty. */
  readonly shards?: Readonly<Record<string, Shard>>;
}

function setUp({ indices, shards = {} }: Setup) {
  const state = stateWith(indices);
  const names = new Map([...state.metadata.indices.values()].map((each) => [each.uuid, each.name]));
  const log = {
    filters: new Map<string, unknown>(),
    boosts: new Map<string, number>(),
    pinned: 0,
    asked: [] as string[],
    reads: 0,
    query: undefined as unknown,
  };
  const lost = new Map<string, Set<string>>();
  const search = ({ shard: { index, shardId }, nodeId }: ReadableCopy): PinnedShard => {
    const key = `${names.get(index.uuid)}/${shardId}`;
    const shard = shards[key] ?? {};
    const gone = lost.get(key) ?? new Set();
    lost.set(key, gone);
    log.pinned++;
    return {
      isLost: () => false,
      call: (async (kind: string, request: ShardSearchCall & { hits: ShardHit[] }) => {
        if (shard.fails) throw shard.fails;
        log.filters.set(key, request.aliasFilter);
        const nothing = { queryMs: 0, fetchMs: 0, total: undefined, kept: false };
        if (kind === 'search' && !isRead(request.search)) {
          const { body: bytes } = request.search;
          return shard.answers ?? { kind: 'rendered', bytes, ...nothing };
        }
        if (kind === 'fetch' && gone.size < (shard.losesNodes ?? 0)) gone.add(nodeId);
        if (gone.has(nodeId)) throw notConnected(nodeId);
        log.asked.push(`${kind} ${key} ${nodeId}`);
        if (kind === 'fetch') return fetched(key, request.hits);
        if (!isRead(request.search)) throw new Error('a plan');
        const { request: read } = request.search;
        log.boosts.set(key, read.indexBoost);
        log.query = read.query;
        const result = queryResult(shard.scores ?? []);
        const found = { kind: 'found', kept: false, result };
        if (!request.fetch) return { ...found, fetched: undefined };
        const { from, size } = read;
        return { ...found, fetched: fetched(key, result.hits.slice(from, from + size)) };
      }) as never,
      release: () => {
        log.pinned--;
      },
    };
  };
  const readSource = async ({ id }: { id: string }) => {
    log.reads++;
    return { found: true, source: encodeJson({ names: [id, 'x'], deep: [{ n: 1 }, { n: 2 }] }) };
  };
  const read = () => ({ get: readSource, getInEngine: readSource }) as unknown as ShardReader;
  const pin = search;
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const timers = { after: () => ({ cancel: () => undefined }) };
  const { requests, replies } = testMemory();
  const { random } = environment;
  const coordinator = createSearchCoordinator({
    masterService: { state: () => state },
    shardHost: {
      runShardless: () => {
        throw new ApiError('illegal_state_exception', 'nothing is finished in a thread here');
      },
    },
    shardRouter: {
      copies: (_state, shard) => [copyOn('n', shard), copyOn('m', shard)],
      pin,
      pinNow: async (copy) => pin(copy),
      read,
    },
    endedSearches: new RequestSlowLog({ masterService: { state: () => state }, log: silentLog }),
    searchTimes: new SearchTimes(),
    remoteContexts: NO_OTHERS,
    security: openSecurity,
    clock,
    timers,
    requests,
    replies,
    contexts: new SearchContexts({ nodeId: 'n', clock, timers, random, requests }),
  });
  return { coordinator, log };
}

function copyOn(nodeId: string, shard: ReadableCopy['shard']): ReadableCopy {
  return { shard, nodeId, copy: {} as ReadableCopy['copy'] };
}

function notConnected(nodeId: string): ApiError {
  return new ApiError('node_not_connected_exception', `[${nodeId}] Node not connected`);
}

function fetched(key: string, hits: readonly ShardHit[]): ShardFetchResult {
  const buffer = new JsonBuffer();
  const ends = hits.map(({ doc, score }, i) => {
    if (i > 0) buffer.text(',');
    buffer.value({ _id: `${key}/${doc}`, _score: score });
    return buffer.length;
  });
  return { bytes: buffer.finish(), ends };
}

function queryResult(scores: readonly number[]): ShardQueryResult {
  return {
    snapshotVersion: 1,
    total: { value: scores.length, relation: 'eq' },
    maxScore: scores.length === 0 ? Number.NaN : Math.max(...scores),
    hits: scores.map((score, doc) => ({ doc, score, sort: [] })),
    timedOut: false,
    terminatedEarly: undefined,
    sortFormats: [],
    tookMs: 0,
  };
}

const OPTIONS = {
  identity: openSecurity.authenticate(
    { method: 'GET', target: '/', headers: {} },
    'public',
  ) as never,
  signal: new AbortController().signal,
  nowMs: 0,
};

function call(indices: readonly string[], more: Partial<SearchCall> = {}): SearchCall {
  return {
    ...plainTerms(indices),
    request: emptyRequest(),
    allowPartialSearchResults: undefined,
    ...more,
  };
}

function decode(chunks: readonly Uint8Array[]): JsonObject {
  const json = parseJson(chunks.map((chunk) => new TextDecoder().decode(chunk)).join(''));
  return isJsonObject(json) ? json : {};
}

async function refusal(run: () => Promise<unknown>) {
  try {
    await run();
  } catch (thrown) {
    if (thrown instanceof ApiError) return errorResponse(thrown);
    throw thrown;
  }
  return undefined;
}

test('hits of all shards in one order, and every shard let go', async () => {
  const { coordinator, log } = setUp({
    indices: { a: 2, b: 1 },
    shards: { 'a/0': { scores: [3, 1] }, 'a/1': { scores: [2] }, 'b/0': { scores: [3] } },
  });
  const { chunks } = await coordinator.search(call(['a', 'b']), OPTIONS);
  expect(decode(chunks)).toEqual({
    took: 0,
    timed_out: false,
    _shards: { total: 3, successful: 3, skipped: 0, failed: 0 },
    hits: {
      total: { value: 4, relation: 'eq' },
      max_score: 3,
      hits: [
        { _id: 'a/0/0', _score: 3 },
        { _id: 'b/0/0', _score: 3 },
        { _id: 'a/1/0', _score: 2 },
        { _id: 'a/0/1', _score: 1 },
      ],
    },
  });
  expect(log.pinned).toBe(0);
});

test('no index at all is an empty answer', async () => {
  const { coordinator } = setUp({ indices: {} });
  const { chunks } = await coordinator.search(call([]), OPTIONS);
  expect(decode(chunks)).toMatchObject({
    _shards: { total: 0 },
    hits: { total: { value: 0 }, max_score: 0, hits: [] },
  });
});

test('some shards fail: the others answer, unless all must', async () => {
  const fails = new ApiError('query_shard_exception', 'no good');
  const setup = { indices: { a: 2 }, shards: { 'a/0': { fails }, 'a/1': { scores: [1] } } };
  const { coordinator, log } = setUp(setup);
  const answer = decode((await coordinator.search(call(['a']), OPTIONS)).chunks);
  expect(answer).toMatchObject({
    _shards: {
      total: 2,
      successful: 1,
      failed: 1,
      failures: [{ shard: 0, index: 'a', reason: { type: 'query_shard_exception', index: 'a' } }],
    },
    hits: { total: { value: 1 } },
  });
  const strict = call(['a'], { allowPartialSearchResults: false });
  expect(await refusal(() => coordinator.search(strict, OPTIONS))).toMatchObject({
    status: 400,
    error: { type: 'search_phase_execution_exception', reason: 'Partial shards failure' },
  });
  expect(log.pinned).toBe(0);
});

test('all shards fail: one error that tells each cause once', async () => {
  const fails = new ApiError('illegal_argument_exception', 'too large');
  const { coordinator } = setUp({
    indices: { a: 2 },
    shards: { 'a/0': { fails }, 'a/1': { fails } },
  });
  expect(await refusal(() => coordinator.search(call(['a']), OPTIONS))).toMatchObject({
    status: 400,
    error: {
      type: 'search_phase_execution_exception',
      reason: 'all shards failed',
      phase: 'query',
      grouped: true,
      root_cause: [{ type: 'illegal_argument_exception', reason: 'too large' }],
      failed_shards: [{ shard: 0, index: 'a' }],
    },
  });
});

test('a node lost between the phases: the page is found again on the other copies', async () => {
  const { coordinator, log } = setUp({
    indices: { a: 2 },
    shards: { 'a/0': { scores: [2], losesNodes: 1 }, 'a/1': { scores: [1] } },
  });
  expect(decode((await coordinator.search(call(['a']), OPTIONS)).chunks)).toMatchObject({
    _shards: { total: 2, successful: 2, failed: 0 },
    hits: { total: { value: 2 }, hits: [{ _id: 'a/0/0' }, { _id: 'a/1/0' }] },
  });
  expect(log.asked.filter((asked) => asked.includes('a/0'))).toEqual([
    'search a/0 n',
    'search a/0 m',
    'fetch a/0 m',
  ]);
  expect(log.pinned).toBe(0);
});

test('every copy is lost between the phases: the shard has failed, the others answer', async () => {
  const { coordinator, log } = setUp({
    indices: { a: 2 },
    shards: { 'a/0': { scores: [2], losesNodes: 2 }, 'a/1': { scores: [1] } },
  });
  expect(decode((await coordinator.search(call(['a']), OPTIONS)).chunks)).toMatchObject({
    _shards: { failed: 1, failures: [{ reason: { type: 'node_not_connected_exception' } }] },
    hits: { hits: [{ _id: 'a/1/0' }] },
  });
  expect(log.pinned).toBe(0);
});

test('preference and routing narrow the shards, aliases bring their filters, boosts their factor', async () => {
  const { coordinator, log } = setUp({ indices: { a: 3, b: 1 } });
  const one = await coordinator.search(call(['a'], { preference: '_shards:1' }), OPTIONS);
  expect(decode(one.chunks)).toMatchObject({ _shards: { total: 1 } });
  const routed = await coordinator.search(call(['a'], { routing: 'x' }), OPTIONS);
  expect(decode(routed.chunks)).toMatchObject({ _shards: { total: 1 } });
  await coordinator.search(call(['a-some']), OPTIONS);
  expect(log.filters.get('a/2')).toEqual(parseQuery({ term: { a: 'x' } }));
  await coordinator.search(call(['a-some', 'a']), OPTIONS);
  expect(log.filters.get('a/2')).toBeUndefined();
  const request = {
    ...emptyRequest(),
    indicesBoost: [
      { index: 'b-*', boost: 3 },
      { index: 'b', boost: 1 },
    ],
  };
  await coordinator.search(call([], { request }), OPTIONS);
  expect([log.boosts.get('a/0'), log.boosts.get('b/0')]).toEqual([1, 3]);
  expect(
    await refusal(() => coordinator.search(call(['a'], { preference: '_x' }), OPTIONS)),
  ).toMatchObject({
    error: { reason: 'no Preference for [_x]' },
  });
});

test('count and its total', async () => {
  const { coordinator } = setUp({ indices: { a: 1, b: 1 }, shards: { 'a/0': { scores: [1, 1] } } });
  const { target, routing, preference } = call([]);
  const asked = {
    target,
    routing,
    preference,
    query: undefined,
    given: undefined,
    terminateAfter: undefined,
    minScore: undefined,
  };
  expect(await coordinator.count(asked, OPTIONS)).toEqual({
    count: 2,
    _shards: { total: 2, successful: 2, skipped: 0, failed: 0 },
  });
});

test('each of several searches has its own answer or error', async () => {
  const { coordinator } = setUp({ indices: { a: 1 }, shards: { 'a/0': { scores: [1] } } });
  const calls = [call(['nope']), call(['a'], { restTotalHitsAsInt: true })];
  const { chunks } = await coordinator.multiSearch(calls, {
    ...OPTIONS,
    maxConcurrent: undefined,
    itemFailed: () => undefined,
  });
  expect(decode(chunks).responses).toMatchObject([
    { status: 404, error: { type: 'index_not_found_exception' } },
    { status: 200, hits: { total: 1 } },
  ]);
});

test('search_shards shows aliases and their filters', () => {
  const { coordinator } = setUp({ indices: { a: 4 } });
  const shown = (indices: readonly string[], slice?: { id: number; max: number }) =>
    coordinator.searchShards({ ...call(indices), slice }, OPTIONS);
  const filter = { term: { a: { value: 'x', boost: float32(1) } } };
  expect(shown(['a-some'])).toMatchObject({ indices: { a: { aliases: ['a-some'], filter } } });
  expect(shown(['a*']).indices).toEqual({ a: { aliases: ['a-all', 'a-some'] } });
  expect(shown(['a'], { id: 1, max: 3 }).shards).toHaveLength(1);
  expect(shown(['a'], { id: 0, max: 3 }).shards).toHaveLength(2);
  // If there are more slices than shards, several slices are parts of one shard.
  expect(shown(['a'], { id: 6, max: 8 }).shards).toMatchObject([[{ shard: 2 }, { shard: 2 }]]);
});

test('values of other documents are fetched once, before the shards are asked', async () => {
  const { coordinator, log } = setUp({ indices: { a: 1 } });
  const from = (path: string) => ({ index: 'a', id: '7', path });
  const query = parseQuery({
    bool: { filter: [{ terms: { f: from('names') } }, { terms: { g: from('deep.n'), boost: 2 } }] },
  });
  await coordinator.search(call(['a'], { request: { ...emptyRequest(), query } }), OPTIONS);
  const filter = [{ terms: { f: ['7', 'x'] } }, { terms: { g: [1, 2], boost: 2 } }];
  expect(log.query).toEqual(parseQuery({ bool: { filter } }));
  expect(log.reads).toBe(1);
  const missing = parseQuery({ terms: { f: { ...from('names'), index: 'nope' } } });
  const request = { ...emptyRequest(), query: missing };
  expect(await refusal(() => coordinator.search(call(['a'], { request }), OPTIONS))).toMatchObject({
    error: { reason: 'no such index [nope]' },
  });
});

describe('a search that nobody has looked into', () => {
  const BODY = encodeJson({ size: 1 });

  function unread(indices: readonly string[], body: Uint8Array = BODY): UnreadSearchCall {
    const { request: _request, ...terms } = call(indices);
    return {
      terms,
      scroll: undefined,
      unread: { body, isYaml: false, url: {}, totalHitsAsInt: false },
    };
  }

  it('goes to its one shard as it is, with the filter of its alias, and comes back as the answer', async () => {
    const { coordinator, log } = setUp({ indices: { a: 1, b: 2 } });
    const { chunks } = await coordinator.searchUnread(unread(['a-some']), OPTIONS);
    expect(decode(chunks)).toEqual({ size: 1 });
    expect(log.filters.get('a/0')).toEqual(parseQuery({ term: { a: 'x' } }));
    expect(log.pinned).toBe(0);
  });

  it('is read here when several shards are to be asked, or the one has not all it takes', async () => {
    const { coordinator } = setUp({
      indices: { a: 1, b: 2 },
      shards: {
        'a/0': { scores: [2, 1], answers: { kind: 'planned', plan: undefined } },
        'b/1': { scores: [3] },
      },
    });
    const many = decode((await coordinator.searchUnread(unread(['*']), OPTIONS)).chunks);
    expect(many).toMatchObject({ _shards: { total: 3 }, hits: { hits: [{ _id: 'b/1/0' }] } });
    const alone = decode((await coordinator.searchUnread(unread(['a']), OPTIONS)).chunks);
    expect(alone).toMatchObject({ hits: { total: { value: 2 }, hits: [{ _id: 'a/0/0' }] } });
  });

  it('fails as a request when it is at fault itself, as a search when the shard fails', async () => {
    const error = new ApiError('parsing_exception', 'Unknown key');
    const fault = new ApiError('query_shard_exception', 'no such field');
    const { coordinator, log } = setUp({
      indices: { a: 1, b: 1 },
      shards: {
        'a/0': { answers: { kind: 'malformed', error: toPlainError(error) } },
        'b/0': { fails: fault },
      },
    });
    await expect(coordinator.searchUnread(unread(['a']), OPTIONS)).rejects.toEqual(error);
    await expect(coordinator.searchUnread(unread(['b']), OPTIONS)).rejects.toMatchObject({
      type: 'search_phase_execution_exception',
      reason: 'all shards failed',
      status: 400,
    });
    expect(log.pinned).toBe(0);
  });

  it('is not begun again as a scroll when a node is lost between the phases', async () => {
    const { coordinator, log } = setUp({
      indices: { a: 2 },
      shards: { 'a/0': { scores: [2], losesNodes: 1 }, 'a/1': { scores: [1] } },
    });
    const scroll = { keepAliveMs: 1000, requestCache: false };
    const search = { ...unread(['a'], encodeJson({})), scroll };
    expect(decode((await coordinator.searchUnread(search, OPTIONS)).chunks)).toMatchObject({
      _shards: { failed: 1, failures: [{ reason: { type: 'node_not_connected_exception' } }] },
      hits: { total: { value: 2 }, hits: [{ _id: 'a/1/0' }] },
    });
    expect(log.asked.filter((asked) => asked.startsWith('search'))).toHaveLength(2);
  });

  it('has its form checked before its target', async () => {
    const { coordinator } = setUp({ indices: {} });
    const search = (body: JsonObject) =>
      coordinator.searchUnread(unread(['nowhere'], encodeJson(body)), OPTIONS);
    await expect(search({ sizes: 1 })).rejects.toMatchObject({ type: 'parsing_exception' });
    await expect(search({})).rejects.toMatchObject({ type: 'index_not_found_exception' });
  });
});
