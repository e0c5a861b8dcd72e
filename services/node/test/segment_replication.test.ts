/**
 * Replicas that copy the primary's segments, on real nodes: they are written to, killed, recovered
 * and relocated. See docs/specs/replication.md.
 */
import { copiesOf, primaryNode, shardsOf, Writers } from './shard_copies.js';
import { answered, eventually, TestCluster, type TestNode } from './test_cluster.js';

const MEMBERS = 3;
const SEGMENT = { 'index.replication.type': 'SEGMENT' };

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: MEMBERS });
});

beforeEach(() => cluster.complete());

afterAll(() => cluster.stop());

async function create(index: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const [node] = cluster.up;
  await answered(node, 'PUT', `/${index}`, { settings: { number_of_shards: 1, ...settings } });
  await cluster.green();
}

/** Waits until the copies are equal: replicas lag behind their primary. */
async function equalCopies(
  index: string,
  acknowledged: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  return eventually(`the copies of [${index}] show the same`, async () => {
    const copies = [...(await copiesOf(cluster, index)).values()];
    const [first = new Map<string, string>()] = copies;
    const texts = new Set(copies.map((copy) => JSON.stringify([...copy])));
    if (texts.size > 1) throw new Error(`sizes: ${copies.map(({ size }) => size).join()}`);
    const lost = [...acknowledged.keys()].filter((id) => !first.has(id));
    expect(lost).toEqual([]);
    return first;
  });
}

interface SegmentRow {
  readonly segment: string;
  readonly prirep: string;
  readonly 'docs.count': string;
}

it('replicas show the primary’s segments, and lag is told', async () => {
  await create('shown', { ...SEGMENT, number_of_replicas: 2 });
  const [node] = cluster.up as [TestNode];
  const settings = await answered<{ shown: { settings: { index: object } } }>(
    node,
    'GET',
    '/shown/_settings',
  );
  expect(settings.shown.settings.index).toMatchObject({ replication: { type: 'SEGMENT' } });
  for (let i = 0; i < 30; i++) {
    const answer = await answered<object>(node, 'PUT', `/shown/_doc/${i}`, { n: i });
    expect(answer).toMatchObject({ _shards: { total: 3, successful: 3, failed: 0 } });
  }
  await answered(node, 'DELETE', '/shown/_doc/7');
  const content = await equalCopies('shown');
  expect(content.size).toBe(29);
  // The copies answer one after the other, and the primary may merge segments in between.
  await eventually('the copies show the same segments', async () => {
    const path = '/_cat/segments/shown?format=json';
    const segments = await answered<readonly SegmentRow[]>(node, 'GET', path);
    const namesOf = (prirep: string) =>
      segments.filter((row) => row.prirep === prirep).map(({ segment }) => segment);
    const names = namesOf('p');
    expect(names.length).toBeGreaterThan(0);
    expect(namesOf('r').sort()).toEqual([...names, ...names].sort());
    return true;
  });
  const rows = await eventually('nobody is behind', async () => {
    const found = await answered<readonly Record<string, string>[]>(
      node,
      'GET',
      '/_cat/segment_replication/shown?format=json',
    );
    return found.every(({ checkpoints_behind }) => checkpoints_behind === '0') ? found : undefined;
  });
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    shardId: '[shown][0]',
    bytes_behind: '0b',
    rejected_requests: '0',
  });
  const active = '/_cat/segment_replication/shown?active_only=true&format=json';
  expect(await answered(node, 'GET', active)).toEqual([]);
});

it('a document that was just written is read from the primary, and changed by query there', async () => {
  await create('realtime', { ...SEGMENT, number_of_replicas: 2, refresh_interval: '-1' });
  for (const [i, node] of cluster.nodes.entries()) {
    await answered(node, 'PUT', `/realtime/_doc/${i}`, { n: i });
    for (const asked of cluster.nodes) {
      expect(await answered(asked, 'GET', `/realtime/_doc/${i}`)).toMatchObject({ found: true });
      const body = { ids: [String(i)] };
      const { docs } = await answered<{ docs: object[] }>(asked, 'POST', '/realtime/_mget', body);
      expect(docs).toMatchObject([{ found: true }]);
    }
  }
  const [node] = cluster.up;
  await answered(node, 'POST', '/realtime/_refresh');
  for (const asked of cluster.nodes) {
    const path = '/realtime/_update_by_query?refresh=true';
    expect(await answered(asked, 'POST', path)).toMatchObject({
      updated: 3,
      version_conflicts: 0,
    });
  }
  await equalCopies('realtime');
});

it('loses nothing when the node of the primary is killed again and again', async () => {
  await create('killed', { ...SEGMENT, number_of_replicas: 1 });
  const acknowledged = await Writers.during(cluster, 'killed', async (writers) => {
    for (let round = 0; round < 3; round++) {
      await writers.more(40);
      const victim = await primaryNode(cluster, 'killed');
      await victim.kill();
      await writers.more(40);
      await victim.start();
      await cluster.formed(MEMBERS);
      // Until its replica is back, the primary is the only copy with everything.
      await cluster.green();
      await writers.more(20);
    }
  });
  await cluster.green();
  await equalCopies('killed', acknowledged);
});

it('loses nothing when a replica is killed, and when all nodes are', async () => {
  await create('dark', { ...SEGMENT, number_of_replicas: 1 });
  const acknowledged = await Writers.during(cluster, 'dark', async (writers) => {
    await writers.more(40);
    const primary = await primaryNode(cluster, 'dark');
    const replica = (await shardsOf(primary, 'dark')).find(({ prirep }) => prirep === 'r');
    const victim = cluster.node(replica?.node ?? '');
    await victim.kill();
    await writers.more(20);
    await victim.start();
    await writers.more(20);
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    await Promise.all(cluster.nodes.map((node) => node.start()));
    await cluster.formed(MEMBERS);
    await writers.more(20);
  });
  await cluster.green();
  await equalCopies('dark', acknowledged);
});

it('replica and primary move to other nodes under load', async () => {
  await create('moved', { ...SEGMENT, number_of_replicas: 1 });
  const acknowledged = await Writers.during(cluster, 'moved', async (writers) => {
    for (const prirep of ['r', 'p'] as const) {
      await writers.more(30);
      const [asked] = cluster.up as [TestNode];
      const shards = await shardsOf(asked, 'moved');
      const from = shards.find((one) => one.prirep === prirep)?.node;
      const free = cluster.nodes.find(({ name }) => shards.every(({ node }) => node !== name));
      const move = { index: 'moved', shard: 0, from_node: from, to_node: free?.name };
      await answered(asked, 'POST', '/_cluster/reroute', { commands: [{ move }] });
      await eventually('it has moved', async () => {
        const found = (await shardsOf(asked, 'moved')).filter(({ state }) => state === 'STARTED');
        return found.length === 2 && found.some(({ node }) => node === free?.name)
          ? true
          : undefined;
      });
    }
    await writers.more(30);
  });
  await cluster.green();
  await equalCopies('moved', acknowledged);
});

it('is closed, opened, flushed, merged, shrunk and cloned as any index', async () => {
  const [node] = cluster.up;
  const routing = { 'index.routing.allocation.require._name': cluster.nodes[0]?.name };
  await create('worked', { ...SEGMENT, number_of_shards: 2, number_of_replicas: 1 });
  for (let i = 0; i < 40; i++) await answered(node, 'PUT', `/worked/_doc/${i}`, { n: i });
  await answered(node, 'POST', '/worked/_flush?force=true');
  await answered(node, 'POST', '/worked/_forcemerge?max_num_segments=1');
  await answered(node, 'POST', '/worked/_close');
  await answered(node, 'POST', '/worked/_open');
  await cluster.green();
  for (let i = 40; i < 50; i++) await answered(node, 'PUT', `/worked/_doc/${i}`, { n: i });
  await answered(node, 'PUT', '/worked/_settings', {
    number_of_replicas: 0,
    'index.blocks.write': true,
    ...routing,
  });
  await cluster.green();
  await eventually('all shards are on one node', async () => {
    const shards = await shardsOf(node as TestNode, 'worked');
    const isThere = shards.every(
      (one) => one.node === cluster.nodes[0]?.name && one.state === 'STARTED',
    );
    return isThere ? true : undefined;
  });
  const settings = {
    'index.number_of_replicas': 1,
    'index.blocks.write': null,
    'index.routing.allocation.require._name': null,
  };
  await answered(node, 'PUT', '/worked/_shrink/shrunk', { settings });
  await answered(node, 'PUT', '/worked/_clone/cloned', { settings });
  await cluster.green();
  await answered(node, 'PUT', '/shrunk/_doc/50', { n: 50 });
  expect((await equalCopies('shrunk')).size).toBe(51);
  await answered(node, 'POST', '/cloned/_refresh');
  expect(await answered(node, 'GET', '/cloned/_count?preference=_primary')).toMatchObject({
    count: 50,
  });
});

it('replicas answer as those that index by themselves do', async () => {
  const [node] = cluster.up as [TestNode];
  const mappings = { properties: { text: { type: 'text' }, tag: { type: 'keyword' } } };
  const kinds = ['by_document', 'by_segment'] as const;
  for (const kind of kinds) {
    await answered(node, 'PUT', `/${kind}`, {
      settings: {
        number_of_shards: 1,
        number_of_replicas: 1,
        'index.replication.type': kind === 'by_segment' ? 'SEGMENT' : 'DOCUMENT',
      },
      mappings,
    });
  }
  await cluster.green();
  for (const kind of kinds) {
    for (let i = 0; i < 60; i++) {
      const doc = { text: `word${i % 7} and word${i % 5}`, tag: `t${i % 3}`, n: i };
      await answered(node, 'PUT', `/${kind}/_doc/${i}`, doc);
      if (i % 9 === 0) await answered(node, 'POST', `/${kind}/_refresh`);
    }
    for (let i = 0; i < 60; i += 6) await answered(node, 'DELETE', `/${kind}/_doc/${i}`);
    await answered(node, 'POST', `/${kind}/_update/1`, { doc: { tag: 'changed' } });
    await answered(node, 'POST', `/${kind}/_refresh`);
  }
  await equalCopies('by_segment');
  const searches = [
    { query: { match_all: {} }, sort: ['n'], size: 100, seq_no_primary_term: true, version: true },
    { query: { match: { text: 'word1' } }, sort: ['n'], track_scores: false },
    { query: { bool: { filter: { term: { tag: 'changed' } } } } },
    { size: 0, aggs: { tags: { terms: { field: 'tag' } }, sum: { sum: { field: 'n' } } } },
    { query: { match_phrase: { text: 'word1 and word1' } }, sort: ['n'], fields: ['n'] },
  ];
  for (const search of searches) {
    const [document, segment] = await Promise.all(
      kinds.map(async (kind) => {
        const path = `/${kind}/_search?preference=_replica`;
        const { took, ...answer } = await answered<{ took: number }>(node, 'POST', path, search);
        expect(took).toBeGreaterThanOrEqual(0);
        return JSON.stringify(answer).replaceAll(kind, 'index');
      }),
    );
    expect(segment).toBe(document);
  }
});

it('refuses writes while replicas are stale, and tells of the round that is slow', async () => {
  const [node] = cluster.up as [TestNode];
  await create('slow', { ...SEGMENT, number_of_replicas: 1, refresh_interval: '-1' });
  const configure = (transient: Readonly<Record<string, unknown>>) =>
    answered(node, 'PUT', '/_cluster/settings', { transient });
  await configure({
    'indices.replication.max_bytes_per_sec': '500b',
    'segrep.pressure.enabled': true,
    'segrep.pressure.checkpoint.limit': 1,
    'segrep.pressure.time.limit': '1ms',
  });
  let written = 0;
  const refused = await eventually('a write is refused', async () => {
    const answer = await node.request('PUT', `/slow/_doc/${written}?refresh=true`, { n: written });
    if (answer.status === 201) written++;
    return answer.status === 429 ? answer.json : undefined;
  });
  expect(refused).toMatchObject({
    error: {
      reason: expect.stringMatching(
        /^rejected execution on primary shard: \[slow\]\[0\] Stale Replicas: \[SegmentReplicationShardStats\{allocationId=/,
      ),
    },
  });
  const cat = '/_cat/segment_replication/slow?format=json&bytes=b&time=ms&detailed=true';
  const under = await answered<readonly Record<string, string>[]>(
    node,
    'GET',
    `${cat}&active_only=true`,
  );
  expect(under).toMatchObject([{ stage: 'get_files', rejected_requests: '1' }]);
  expect(Number(under[0]?.checkpoints_behind)).toBeGreaterThan(1);
  expect(Number(under[0]?.bytes_behind)).toBeGreaterThan(0);
  expect(Number(under[0]?.bytes)).toBeGreaterThan(0);
  const stats = await answered<{
    nodes: Record<
      string,
      { segment_replication_backpressure: { total_rejected_requests: number } }
    >;
  }>(node, 'GET', '/_nodes/stats/segment_replication_backpressure');
  const rejected = Object.values(stats.nodes).map(
    ({ segment_replication_backpressure: found }) => found.total_rejected_requests,
  );
  expect(rejected.reduce((sum, count) => sum + count, 0)).toBe(1);
  await configure({
    'indices.replication.max_bytes_per_sec': null,
    'segrep.pressure.*': null,
  });
  await answered(node, 'PUT', '/slow/_doc/last?refresh=true', { n: written });
  expect((await equalCopies('slow')).size).toBe(written + 1);
  const done = await eventually('the last round', async () => {
    const rows = await answered<readonly Record<string, string>[]>(
      node,
      'GET',
      `${cat}&completed_only=true`,
    );
    return rows[0]?.checkpoints_behind === '0' ? rows : undefined;
  });
  expect(done).toMatchObject([
    { stage: 'done', files_percent: '100.0%', bytes_percent: '100.0%', bytes_behind: '0' },
  ]);
  expect(done[0]?.files_fetched).toBe(done[0]?.files);
});

it('refuses what is no type, and a change of it', async () => {
  const [node] = cluster.up as [TestNode];
  const refused = await node.request('PUT', '/odd', {
    settings: { 'index.replication.type': 'segment' },
  });
  expect(refused).toMatchObject({
    status: 400,
    json: {
      error: {
        type: 'illegal_argument_exception',
        reason: 'Could not parse ReplicationStrategy for [segment]',
      },
    },
  });
  await create('fixed', { ...SEGMENT, number_of_replicas: 0 });
  const changed = await node.request('PUT', '/fixed/_settings', {
    'index.replication.type': 'DOCUMENT',
  });
  expect(changed.status).toBe(400);
});
