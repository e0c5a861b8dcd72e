/**
 * The `aggregations` of `_nodes/usage`: each type by the kind of its values, once for each shard,
 * as OpenSearch 2.19 counts the same request.
 */
import { TestCluster, type TestNode } from './test_cluster.js';

let cluster: TestCluster;
let node: TestNode;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 1 });
  node = cluster.nodes[0] as TestNode;
  const properties = {
    k: { type: 'keyword' },
    n: { type: 'long' },
    d: { type: 'date' },
    b: { type: 'boolean' },
    ip: { type: 'ip' },
    g: { type: 'geo_point' },
    r: { type: 'date_range' },
  };
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  await node.request('PUT', '/used', { settings, mappings: { properties } });
  await node.request('PUT', '/used/_doc/1?refresh=true', { k: 'a', n: 1, b: true });
});
afterAll(() => cluster.stop());

/** A request to OpenSearch 2.19.1, and the counts that it gave for it. */
const AGGS = {
  a: { terms: { field: 'k' }, aggs: { z: { avg: { field: 'n' } } } },
  b: {
    date_histogram: { field: 'd', calendar_interval: 'day' },
    aggs: { z: { sum: { field: 'n' } }, y: { cumulative_sum: { buckets_path: 'z' } } },
  },
  c: { terms: { field: 'n' } },
  e: { max: { field: 'd' } },
  f: { filter: { match_all: {} } },
  h: { value_count: { field: 'b' } },
  i: { cardinality: { field: 'ip' } },
  j: { geo_bounds: { field: 'g' } },
  k: { missing: { field: 'nope' } },
  m: { value_count: { field: 'r' } },
  p: { top_hits: {} },
  q: { global: {} },
  s: { stats: { field: 'nope' } },
  t: { composite: { sources: [{ a: { terms: { field: 'k' } } }] } },
  v: { multi_terms: { terms: [{ field: 'k' }, { field: 'n' }] } },
  w: { weighted_avg: { value: { field: 'n' }, weight: { field: 'n' } } },
};
const COUNTED = {
  avg: { numeric: 1 },
  cardinality: { ip: 1 },
  composite: { other: 1 },
  date_histogram: { date: 1 },
  filter: { other: 1 },
  geo_bounds: { geopoint: 1 },
  global: { other: 1 },
  max: { date: 1 },
  missing: { bytes: 1 },
  multi_terms: { other: 1 },
  stats: { numeric: 1 },
  sum: { numeric: 1 },
  terms: { bytes: 1, numeric: 1 },
  top_hits: { other: 1 },
  value_count: { boolean: 1, range: 1 },
  weighted_avg: { numeric: 1 },
};

interface Usage {
  readonly nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

async function usage(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { json } = await node.request<Usage>('GET', path);
  return Object.values(json.nodes)[0] ?? {};
}

test('aggregations are counted by type and kind of values', async () => {
  expect((await usage('/_nodes/usage')).aggregations).toEqual({});
  const search = await node.request('POST', '/used/_search', { size: 0, aggs: AGGS });
  expect(search.status).toBe(200);
  expect((await usage('/_nodes/usage')).aggregations).toEqual(COUNTED);
});

test('each metric of the usage can be asked for alone', async () => {
  const { timestamp: _, since: __, ...alone } = await usage('/_nodes/usage/aggregations');
  expect(Object.keys(alone)).toEqual(['aggregations']);
  const { timestamp: ___, since: ____, ...other } = await usage('/_nodes/usage/rest_actions');
  expect(Object.keys(other)).toEqual(['rest_actions']);
});
