/**
 * Every number that a cluster tells of itself is either moved by work that is done here, or stands in the list below with the reason why it
 * is not. A new number that nobody counts fails this test, and so does a reason that is out of date.
 */
import { TestCluster, type TestNode } from './test_cluster.js';

/** The end of the path, and why work does not move it. */
const UNMOVED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /(_current|\.current|current_docs|current_size_in_bytes)$/,
    'of the moment: over when it is asked',
  ],
  [/indexing_pressure\.memory\.current\./, 'of the moment'],
  [
    /adaptive_selection\..*(outgoing_searches|avg_queue_size)$/,
    'of the moment: nothing waits here',
  ],
  [/thread_pool\..*\.(queue|active)$/, 'of the moment'],
  [/thread_pool\..*\.(threads|largest|completed)$/, 'not every pool has work here'],
  [/(rejections|rejected)$/, 'nothing is refused here: circuit_breakers.test.ts fills the queues'],
  [
    /breakers?\..*/,
    'limits, and what is in use at the moment: circuit_breakers.test.ts trips them',
  ],
  [
    /indexing_pressure\.memory\.limit_in_bytes$/,
    'there is no limit of bytes: 0, as OpenSearch shows that',
  ],
  [
    /(throttle_time|throttled_time)_in_millis$/,
    'nothing is held back here: merge_throttling.test.ts',
  ],
  [/total_stopped_time_in_millis$/, 'merges are never stopped'],
  [/total_auto_throttle_in_bytes$/, 'a limit, not a count'],
  [/unreferenced_file_cleanups_performed$/, 'no file is left by a merge that fails'],
  [/query_cache\./, 'there is no such cache'],
  [/request_cache\.evictions$/, 'there is room for all: request_cache.test.ts'],
  [/fielddata\./, 'columns are read in place'],
  [/warmer\./, 'nothing is built before a search'],
  [/completion\.size_in_bytes$/, 'suggesters are not there'],
  [/suggest_(total|time_in_millis)$/, 'suggesters are not there'],
  [/ingest\./, 'pipelines are not there'],
  [
    /segments\.(terms|stored_fields|term_vectors|norms|points|doc_values|index_writer|version_map|fixed_bit_set)_memory_in_bytes$/,
    'memory_in_bytes has them all, as in OpenSearch since Lucene 9',
  ],
  [/max_unsafe_auto_id_timestamp$/, 'ids made here are not told apart'],
  [/reserved_in_bytes$/, 'no room is reserved for what is not there yet'],
  [/earliest_last_modified_age$/, 'an age, not a count'],
  [/search\.open_contexts$/, 'of the moment'],
  [/refresh\.listeners$/, 'of the moment'],
  [/recovery\.current_as_(source|target)$/, 'of the moment: _recovery has them'],
  [
    /(get|search|flush|merges|refresh|indexing|script).*_time_in_millis$/,
    'work here may take no millisecond',
  ],
  [/\.(exists|missing)_time_in_millis$/, 'work here may take no millisecond'],
  [
    /cluster_state_stats\.overall\.(total_time_in_millis|failed_count)$/,
    'may take no millisecond; none fails',
  ],
  [/published_cluster_states\.(full_states|incompatible_diffs)$/, 'of nodes that join'],
  [/(scroll|point_in_time)_time_in_millis$/, 'may take no millisecond'],
  [/script.*\.(cache_evictions|compilation_limit_triggered)$/, 'too few scripts'],
  [/compilations$/, 'of one context here'],
  [/transport\.(server_open|total_outbound_connections)$/, 'links that are there already'],
  [/http\.current_open$/, 'of the moment'],
  [/^nodes\.(os|process|fs|jvm)\..*|^cluster\.nodes\./, 'of the machine and the process'],
  [/jvm\./, 'of the process'],
  [/(_nodes|_shards)\.(total|successful|failed)$/, 'about the answer itself'],
  [
    /^cluster\.indices\.shards\.|^cluster\.indices\.mappings|analysis\./,
    'of the indices there are',
  ],
  [
    /(deleted|merges\.total.*|flush\.periodic|flush\.total.*)$/,
    'when it happens is the policy of each shard',
  ],
];

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 2 });
  await cluster.formed(2);
});
afterAll(() => cluster.stop());

type Leaves = Map<string, number>;

/** Numbers by path; ids of nodes and names of indices are left out, values of the same path added. */
function leavesOf(value: unknown, path: readonly string[], found: Leaves): void {
  if (typeof value === 'number') {
    const name = path.join('.');
    found.set(name, (found.get(name) ?? 0) + value);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) leavesOf(inner, [...path, key], found);
  }
}

interface NodesAnswer {
  readonly nodes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
interface StatsAnswer {
  readonly _all: unknown;
}

async function numbers([node]: readonly TestNode[]): Promise<Leaves> {
  const found: Leaves = new Map();
  const nodes = (await (node as TestNode).request<NodesAnswer>('GET', '/_nodes/stats')).json;
  for (const { adaptive_selection: adaptive, timestamp: _, ...parts } of Object.values(
    nodes.nodes,
  )) {
    leavesOf(parts, ['nodes'], found);
    for (const one of Object.values(adaptive as object)) {
      leavesOf(one, ['nodes', 'adaptive_selection', 'node'], found);
    }
  }
  const stats = (await (node as TestNode).request<StatsAnswer>('GET', '/_stats?groups=*')).json;
  leavesOf(stats._all, ['stats'], found);
  const { timestamp: __, ...whole } = (
    await (node as TestNode).request<Record<string, unknown>>('GET', '/_cluster/stats')
  ).json;
  leavesOf(whole, ['cluster'], found);
  return found;
}

async function work([first, second]: readonly TestNode[]): Promise<void> {
  const ask = (method: string, path: string, body?: unknown) =>
    (first as TestNode).request<Record<string, unknown>>(method, path, body);
  await ask('PUT', '/w', { settings: { number_of_shards: 2, number_of_replicas: 1 } });
  await cluster.green();
  for (let i = 0; i < 20; i++) await ask('PUT', `/w/_doc/${i}`, { n: i, t: `word ${i}` });
  await (second as TestNode).request('PUT', '/w/_doc/20?refresh=true', { n: 20 });
  await ask('PUT', '/w/_doc/bad', { n: 'no number' });
  await ask('POST', '/w/_update/1', { doc: { n: 1 } });
  await ask('DELETE', '/w/_doc/3');
  for (const id of ['1', '2', '5', 'none', 'nothing']) await ask('GET', `/w/_doc/${id}`);
  for (let i = 0; i < 20; i++) await ask('GET', `/w/_doc/none-${i}?preference=_primary`);
  await ask('POST', '/w/_refresh');
  await ask('POST', '/w/_flush?force=true');
  for (let i = 0; i < 10; i++)
    await ask('POST', '/w/_search', { query: { match: { t: `word ${i}` } }, stats: ['g'] });
  for (let i = 0; i < 3; i++) await ask('GET', '/w/_search?size=0&preference=_primary');
  const script = { source: 'doc.n.value * 2' };
  await ask('POST', '/w/_search', { script_fields: { twice: { script } } });
  const { _scroll_id: scroll } = (await ask('POST', '/w/_search?scroll=1m', { size: 1 })).json;
  await ask('DELETE', '/_search/scroll', { scroll_id: scroll });
  const { pit_id: pit } = (await ask('POST', '/w/_search/point_in_time?keep_alive=1m')).json;
  await ask('DELETE', '/_search/point_in_time', { pit_id: [pit] });
  const { status } = await ask('PUT', '/w/_doc/1?wait_for_active_shards=2&timeout=1ms', {});
  expect(status).toBeLessThan(300);
  await ask('PUT', '/lonely', { settings: { number_of_replicas: 3 } });
  const failed = await ask('PUT', '/lonely/_doc/1?wait_for_active_shards=4&timeout=1ms', {});
  expect(failed.status).toBe(503);
}

it('every number is moved by work, or there is a reason why not', async () => {
  const before = await numbers(cluster.nodes);
  await work(cluster.nodes);
  const after = await numbers(cluster.nodes);
  const still = [...after].filter(([path, value]) => value === (before.get(path) ?? 0));
  const unexplained = still.filter(([path]) => !UNMOVED.some(([pattern]) => pattern.test(path)));
  expect(unexplained).toEqual([]);
  const paths = [...after.keys()];
  const stale = UNMOVED.filter(([pattern]) => !paths.some((path) => pattern.test(path)));
  expect(stale).toEqual([]);
});

it('what is promised to move has moved', async () => {
  const now = await numbers(cluster.nodes);
  for (const path of [
    'nodes.transport.rx_count',
    'nodes.transport.tx_size_in_bytes',
    'nodes.transport.server_open',
    'nodes.transport.total_outbound_connections',
    'nodes.discovery.published_cluster_states.compatible_diffs',
    'nodes.discovery.cluster_state_stats.overall.update_count',
    'nodes.adaptive_selection.node.avg_response_time_ns',
    'nodes.indexing_pressure.memory.total.coordinating_in_bytes',
    'nodes.indexing_pressure.memory.total.primary_in_bytes',
    'nodes.indexing_pressure.memory.total.replica_in_bytes',
    'nodes.http.failed_requests.by_type.unavailable_shards_exception',
  ]) {
    expect([path, (now.get(path) ?? 0) > 0]).toEqual([path, true]);
  }
});

it('searches are counted by the groups that they name, and shown for those that are asked for', async () => {
  const [first, second] = cluster.nodes as [TestNode, TestNode];
  const one = { query: { match_all: {} }, size: 1 };
  await first.request('PUT', '/g', { settings: { number_of_shards: 1, number_of_replicas: 1 } });
  await first.request('PUT', '/g/_doc/1?refresh=true', {});
  for (const node of [first, second]) {
    for (const stats of [['red'], ['red', 'blue'], []]) {
      await node.request('POST', '/g/_search', { ...one, stats });
    }
    await node.request('GET', '/g/_search?stats=blue,__proto__');
  }
  type Groups = {
    readonly _all: { readonly total: { readonly search: Readonly<Record<string, unknown>> } };
  };
  const groupsOf = async (asked: string) =>
    (await first.request<Groups>('GET', `/g/_stats/search${asked}`)).json._all.total.search.groups;
  expect(await groupsOf('')).toBeUndefined();
  expect(await groupsOf('?groups=none')).toBeUndefined();
  const counted = (count: number) =>
    expect.objectContaining({ query_total: count, fetch_total: count });
  expect(await groupsOf('?groups=r*')).toEqual({ red: counted(4) });
  const all = JSON.stringify(await groupsOf('?groups=_all'));
  expect(Object.keys(JSON.parse(all)).sort()).toEqual(['__proto__', 'blue', 'red']);
});
