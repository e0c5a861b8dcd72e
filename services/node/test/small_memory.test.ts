/**
 * A node whose indices are several times larger than its memory for searches: it answers as a node
 * with enough memory does, also under parallel requests and while it merges, and stays within its
 * limit. A request that cannot fit at all is refused as OpenSearch's circuit breaker does.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.js';
import { answeredAt, requestAt } from './json_requests.js';

const INDEX = 'large';
const DOCS = 12_000;
const BULK_DOCS = 1_000;
const FIELDS = 8;
const LIMIT_BYTES = 4 * 1024 * 1024;
const CLIENTS = 6;

const ask = (node: Daemon, method: string, path: string, body?: unknown) =>
  requestAt(() => node.url)(method, path, body);
const succeed = (node: Daemon, method: string, path: string, body?: unknown) =>
  answeredAt(() => node.url)(method, path, body);

/** A multiplicative generator with a fixed seed, so that the documents are the same every time. */
let state = 17;
const random = (): number => {
  state = (Math.imul(state, 48271) >>> 0) % 0x7fffffff;
  return state / 0x7fffffff;
};
const word = () => `w${Math.floor(3_000 * random() ** 2)}`;
const words = (count: number) => Array.from({ length: count }, word).join(' ');

/**
 * Settings that prevent merges before the requested one: documents of equal rank are in the order
 * of the segments, which a merge may change.
 */
const NO_MERGES = { 'merge.policy.segments_per_tier': 50, 'merge.policy.max_merge_at_once': 50 };

async function fill(node: Daemon): Promise<void> {
  await succeed(node, 'PUT', `/${INDEX}`, {
    settings: { index: { number_of_shards: 2, number_of_replicas: 0, ...NO_MERGES } },
    mappings: { properties: { tag: { type: 'keyword' }, n: { type: 'integer' } } },
  });
  for (let from = 0; from < DOCS; from += BULK_DOCS) {
    const lines: string[] = [];
    for (let id = from; id < from + BULK_DOCS; id++) {
      const texts = Array.from({ length: FIELDS }, (_, i) => [`text${i}`, words(25)]);
      const more = { tag: word(), n: Math.floor(random() * 1_000_000) };
      lines.push(JSON.stringify({ index: { _id: `${id}` } }));
      lines.push(JSON.stringify({ ...Object.fromEntries(texts), ...more }));
    }
    await succeed(node, 'POST', `/${INDEX}/_bulk?refresh=true`, `${lines.join('\n')}\n`);
  }
  await succeed(node, 'POST', `/${INDEX}/_flush`);
}

const SEARCHES = [
  ...Array.from({ length: FIELDS }, (_, i) => ({ query: { match: { [`text${i}`]: 'w1 w40' } } })),
  { query: { match_phrase: { text0: 'w1 w2' } }, sort: ['n'] },
  { query: { range: { n: { gte: 1000, lt: 90_000 } } }, sort: [{ n: 'desc' }], size: 20 },
  { query: { prefix: { tag: 'w12' } }, sort: ['tag', 'n'] },
  { query: { exists: { field: 'text3' } }, sort: [{ tag: 'asc' }, { n: 'asc' }], from: 500 },
].map((search) => ({ track_total_hits: true, ...search }));

async function answers(node: Daemon): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const search of SEARCHES) {
    const { hits } = await succeed(node, 'POST', `/${INDEX}/_search`, search);
    found.push(hits);
  }
  return found;
}

interface Breaker {
  readonly limit_size_in_bytes: number;
  readonly estimated_size_in_bytes: number;
  readonly tripped: number;
}

async function fielddata(node: Daemon): Promise<Breaker> {
  const { nodes } = await succeed(node, 'GET', '/_nodes/stats/breaker');
  const [only] = Object.values(nodes as Record<string, { breakers: Record<string, Breaker> }>);
  const breaker = only?.breakers.fielddata;
  if (breaker === undefined) throw new Error('no fielddata breaker');
  return breaker;
}

interface ShardSegments {
  readonly num_search_segments: number;
  readonly segments: Record<
    string,
    { readonly num_docs: number; readonly memory_in_bytes: number; readonly search: boolean }
  >;
}

/**
 * Expects that `_segments` and its `_cat` table agree: all documents, and no more memory than the
 * limit.
 */
async function checkSegments(node: Daemon): Promise<void> {
  await succeed(node, 'POST', `/${INDEX}/_refresh`);
  const { indices } = await succeed(node, 'GET', `/${INDEX}/_segments`);
  const { shards } = (indices as Record<string, { shards: Record<string, ShardSegments[]> }>)[
    INDEX
  ] ?? { shards: {} };
  const copies = Object.values(shards).flat();
  const segments = copies.flatMap((copy) => Object.values(copy.segments));
  expect(segments.reduce((sum, { num_docs }) => sum + num_docs, 0)).toBe(DOCS);
  expect(copies.map((copy) => copy.num_search_segments <= 2)).toEqual([true, true]);
  const memory = segments.reduce((sum, { memory_in_bytes }) => sum + memory_in_bytes, 0);
  expect(memory).toBeLessThanOrEqual(LIMIT_BYTES);
  const table = await succeed(node, 'GET', `/_cat/segments/${INDEX}?format=json`);
  expect(table).toHaveLength(segments.length);
}

it('searches, writes and merges indices larger than its memory', async () => {
  const dataPath = mkdtempSync(join(tmpdir(), 'skein-memory-'));
  let node = await startDaemon(dataPath);
  try {
    await fill(node);
    const expected = await answers(node);
    expect(await node.stop()).toBe(0);
    node = await startDaemon(dataPath, [`node.memory.limit=${LIMIT_BYTES}b`]);
    await succeed(node, 'GET', '/_cluster/health?wait_for_status=green&timeout=180s');
    const stats = await succeed(node, 'GET', `/${INDEX}/_stats/store`);
    const { store } = (stats as { _all: { primaries: { store: { size_in_bytes: number } } } })._all
      .primaries;
    expect(store.size_in_bytes).toBeGreaterThan(3 * LIMIT_BYTES);
    const all = await Promise.all(Array.from({ length: CLIENTS }, () => answers(node)));
    for (const one of all) expect(one).toEqual(expected);
    const [merged] = await Promise.all([
      succeed(node, 'POST', `/${INDEX}/_forcemerge?max_num_segments=2`),
      answers(node),
    ]);
    expect((merged as { _shards: unknown })._shards).toMatchObject({ failed: 0 });
    await checkSegments(node);
    await succeed(node, 'POST', `/${INDEX}/_update/7`, { doc: { n: -1 } });
    const { _source } = await succeed(node, 'GET', `/${INDEX}/_doc/7`);
    expect(_source).toMatchObject({ n: -1 });
    const breaker = await fielddata(node);
    expect(breaker).toMatchObject({ limit_size_in_bytes: LIMIT_BYTES, tripped: 0 });
    expect(breaker.estimated_size_in_bytes).toBeGreaterThan(0);
    expect(breaker.estimated_size_in_bytes).toBeLessThanOrEqual(LIMIT_BYTES);
  } finally {
    await node.kill();
    rmSync(dataPath, { recursive: true, force: true });
  }
});

it('refuses what does not fit, and goes on when there is room again', async () => {
  const dataPath = mkdtempSync(join(tmpdir(), 'skein-memory-'));
  const node = await startDaemon(dataPath);
  const limit = (value: string | null) =>
    succeed(node, 'PUT', '/_cluster/settings', {
      transient: { 'indices.breaker.fielddata.limit': value },
    });
  try {
    await succeed(node, 'PUT', '/small/_doc/1?refresh=true', { text: 'a b c' });
    const search = { query: { match: { text: 'a' } } };
    expect(await ask(node, 'POST', '/small/_search', search)).toMatchObject({ status: 200 });
    await limit('1b');
    const refused = await ask(node, 'POST', '/small/_search', search);
    expect(refused).toMatchObject({
      status: 429,
      json: {
        status: 429,
        error: {
          root_cause: [
            {
              type: 'circuit_breaking_exception',
              reason: expect.stringMatching(
                /^\[fielddata\] Data too large, data for \[.+\] would be \[\d+\/.+\], which is larger than the limit of \[1\/1b\]$/,
              ),
              bytes_wanted: expect.any(Number),
              bytes_limit: 1,
              durability: 'PERMANENT',
            },
          ],
        },
      },
    });
    expect((await fielddata(node)).tripped).toBeGreaterThan(0);
    await limit(null);
    expect(await ask(node, 'POST', '/small/_search', search)).toMatchObject({ status: 200 });
    const bad = await ask(node, 'PUT', '/_cluster/settings', {
      transient: { 'indices.breaker.fielddata.limit': 'much' },
    });
    expect(bad).toMatchObject({ status: 400 });
  } finally {
    await node.kill();
    rmSync(dataPath, { recursive: true, force: true });
  }
});
