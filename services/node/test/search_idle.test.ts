/**
 * Shards that become idle at once: no timer refreshes them, so a found document was refreshed
 * because of a search, on whichever execution path.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Daemon, startDaemon } from './daemon.js';
import { eventually } from './test_cluster.js';

let dataPath: string;
let node: Daemon;

beforeAll(async () => {
  dataPath = mkdtempSync(join(tmpdir(), 'skein-idle-'));
  node = await startDaemon(dataPath);
});
afterAll(async () => {
  await node.kill();
  rmSync(dataPath, { recursive: true, force: true });
});

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${node.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Found {
  readonly hits: { readonly total: { readonly value: number } };
}

const WAYS: Readonly<Record<string, (index: string) => Promise<number>>> = {
  search: async (index) => (await ask<Found>('GET', `/${index}/_search`)).hits.total.value,
  count: async (index) => (await ask<{ count: number }>('GET', `/${index}/_count`)).count,
  scroll: async (index) =>
    (await ask<Found>('GET', `/${index}/_search?scroll=1m`)).hits.total.value,
  'point in time': async (index) => {
    const open = `/${index}/_search/point_in_time?keep_alive=1m`;
    const { pit_id: id } = await ask<{ pit_id: string }>('POST', open);
    return (await ask<Found>('POST', '/_search', { pit: { id } })).hits.total.value;
  },
};

async function foundOnceWritten(way: string, shards: number): Promise<void> {
  const index = `${way.replaceAll(' ', '-')}-${shards}`;
  await ask('PUT', `/${index}`, {
    settings: {
      number_of_shards: shards,
      number_of_replicas: 0,
      'index.search.idle.after': '0ms',
    },
  });
  await ask('PUT', `/${index}/_doc/1`, { n: 1 });
  const find = WAYS[way] as (index: string) => Promise<number>;
  await eventually(way, async () => ((await find(index)) === 1 ? true : undefined));
}

test.each(Object.keys(WAYS))('a shard is refreshed by whoever searches it: %s', async (way) => {
  await Promise.all([1, 3].map((shards) => foundOnceWritten(way, shards)));
});
