/** `profile` over shards of two nodes: each shard has its own profile, on every execution path. */
import { answeredAt } from './json_requests.js';
import { TestCluster } from './test_cluster.js';

interface Watched {
  readonly type: string;
  readonly description: string;
  readonly breakdown: Readonly<Record<string, number>>;
  readonly children?: readonly Watched[];
}

interface Shard {
  readonly id: string;
  readonly searches: readonly {
    readonly query: readonly Watched[];
    readonly rewrite_time: number;
    readonly collector: readonly object[];
  }[];
  readonly aggregations: readonly Watched[];
  readonly fetch?: Watched;
}

interface Found {
  readonly profile?: { readonly shards: readonly Shard[] };
  readonly responses?: readonly Found[];
  readonly response?: Found;
}

const SHARDS = 4;
const DOCS = 40;
let cluster: TestCluster;

const answered = answeredAt(() => cluster.nodes[0]?.url ?? '');
const ask = <T = Found>(method: string, path: string, body?: object | string): Promise<T> =>
  answered<T>(method, path, body);

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 2 });
  await ask('PUT', '/sales', {
    settings: { number_of_shards: SHARDS, number_of_replicas: 0 },
    mappings: { properties: { product: { type: 'keyword' }, price: { type: 'double' } } },
  });
  for (let i = 0; i < DOCS; i++) {
    const source = { product: i % 2 === 0 ? 'tea' : 'coffee', price: i };
    await ask('PUT', `/sales/_doc/${i}`, source);
  }
  await ask('POST', '/sales/_refresh');
});
afterAll(() => cluster?.stop());

const BODY = {
  profile: true,
  size: 3,
  query: { term: { product: 'tea' } },
  aggs: {
    prices: {
      histogram: { field: 'price', interval: 10 },
      aggs: { m: { max: { field: 'price' } } },
    },
  },
};

function checkShards({ profile }: Found): void {
  const shards = profile?.shards ?? [];
  const ids = shards.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort());
  expect(ids.map((id) => /\[sales\]\[(\d)\]$/.exec(id)?.[1]).sort()).toEqual(['0', '1', '2', '3']);
  // Every node has half of the shards.
  expect(new Set(ids.map((id) => id.split(']')[0])).size).toBe(2);
  let collected = 0;
  for (const { searches, aggregations } of shards) {
    expect(searches[0]?.query[0]).toMatchObject({ type: 'TermQuery', description: 'product:tea' });
    expect(aggregations[0]).toMatchObject({
      type: 'NumericHistogramAggregator',
      description: 'prices',
      children: [{ type: 'MaxAggregator', description: 'm' }],
    });
    collected += aggregations[0]?.breakdown.collect_count ?? 0;
  }
  expect(collected).toBe(DOCS / 2);
}

test('each shard tells of itself, and only those that gave hits of fetching them', async () => {
  const found = await ask('POST', '/sales/_search', BODY);
  checkShards(found);
  const loaded = (found.profile?.shards ?? []).flatMap(({ fetch }) =>
    fetch === undefined ? [] : [fetch.breakdown.load_stored_fields_count ?? 0],
  );
  expect(loaded.reduce((sum, count) => sum + count, 0)).toBe(BODY.size);
  expect(loaded).not.toContain(0);
});

test('without it nothing is told', async () => {
  expect(await ask('POST', '/sales/_search', { ...BODY, profile: false })).not.toHaveProperty(
    'profile',
  );
});

test('several searches, scrolls, templates and asynchronous searches take it', async () => {
  const lines = `{"index":"sales"}\n${JSON.stringify(BODY)}\n`;
  const { responses } = await ask('POST', '/_msearch', lines);
  checkShards(responses?.[0] as Found);
  checkShards(await ask('POST', '/sales/_search?scroll=1m', BODY));
  checkShards(await ask('POST', '/sales/_search/template', { source: BODY, profile: true }));
  const { id, response } = await ask<Found & { readonly id?: string }>(
    'POST',
    '/sales/_async_search?wait_for_completion_timeout=10s&keep_on_completion=true',
    BODY,
  );
  checkShards(response as Found);
  checkShards((await ask('GET', `/_async_search/${id}`)).response as Found);
});
