/**
 * Shards that become idle at once: no timer refreshes them, so a found document was refreshed
 * because of a search, on whichever execution path.
 */
import { answeredAt } from './json_requests.js';
import { LoneNode } from './lone_node.js';
import { eventually } from './test_cluster.js';

let node: LoneNode;

beforeAll(async () => {
  node = await LoneNode.start();
});
afterAll(() => node?.stop());

const ask = answeredAt(() => node.url);

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
