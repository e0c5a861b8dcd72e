/** Statistics of the files of closed indices, on each node that has a copy. */
import { answeredAt } from './json_requests.js';
import { TestCluster } from './test_cluster.js';

interface Figures {
  readonly docs?: { readonly count: number; readonly deleted: number };
  readonly store?: { readonly size_in_bytes: number };
  readonly segments?: { readonly count: number };
  readonly commit?: { readonly id: string; readonly num_docs: number };
  readonly seq_no?: { readonly max_seq_no: number; readonly local_checkpoint: number };
}

interface Stats {
  readonly _shards: { readonly total: number; readonly successful: number };
  readonly indices: Readonly<
    Record<
      string,
      {
        readonly primaries: Figures;
        readonly total: Figures;
        readonly shards?: Readonly<Record<string, readonly Figures[]>>;
      }
    >
  >;
}

let cluster: TestCluster;

const ask = <T = unknown>(method: string, path: string, body?: object, node = 0): Promise<T> =>
  answeredAt(() => cluster.nodes[node]?.url ?? '')<T>(method, path, body);

const statsOf = (parameters = '', node = 0) =>
  ask<Stats>('GET', `/a/_stats?forbid_closed_indices=false${parameters}`, undefined, node);

const SHARDS = 2;
const DOCS = 12;

beforeAll(async () => {
  cluster = await TestCluster.start({ nodes: 3 });
  await ask('PUT', '/a', { settings: { number_of_shards: SHARDS, number_of_replicas: 0 } });
  for (let id = 0; id < DOCS; id++) {
    await ask('PUT', `/a/_doc/${id}`, { id });
    if (id % 4 === 3) await ask('POST', '/a/_flush');
  }
  await ask('DELETE', '/a/_doc/2');
  await ask('POST', '/a/_close?wait_for_active_shards=all');
});
afterAll(() => cluster?.stop());

test('documents, bytes and the commit of every copy; segments where they are asked for', async () => {
  const plain = await statsOf('&level=shards');
  expect(plain._shards).toMatchObject({ total: SHARDS, successful: SHARDS });
  const { primaries, shards } = plain.indices.a ?? {};
  expect(primaries?.docs?.count).toBe(DOCS - 1);
  expect(primaries?.store?.size_in_bytes).toBeGreaterThan(0);
  expect(primaries?.segments?.count).toBe(0);
  const copies = Object.values(shards ?? {}).flat();
  expect(copies).toHaveLength(SHARDS);
  let operations = 0;
  for (const { seq_no: seqNo, commit } of copies) {
    expect(seqNo?.local_checkpoint).toBe(seqNo?.max_seq_no);
    operations += (seqNo?.max_seq_no ?? 0) + 1;
    expect(commit?.id).not.toBe('');
  }
  expect(operations).toBe(DOCS + 1);
  const counted = await statsOf('&include_unloaded_segments=true');
  expect(counted.indices.a?.primaries.segments?.count).toBeGreaterThanOrEqual(SHARDS);
});

test('an index that is opened again tells of its engine', async () => {
  const closed = (await statsOf('&include_unloaded_segments=true')).indices.a?.primaries;
  await ask('POST', '/a/_open?wait_for_active_shards=all');
  const opened = (await statsOf()).indices.a?.primaries;
  expect(opened?.docs?.count).toBe(DOCS - 1);
  // The engine may have merged some segments by now.
  expect(opened?.segments?.count).toBeGreaterThanOrEqual(SHARDS);
  expect(opened?.segments?.count).toBeLessThanOrEqual(closed?.segments?.count ?? 0);
});

test('whoever was told that shards are active finds them by every node', async () => {
  for (let round = 0; round < 10; round++) {
    for (const change of ['_close', '_open']) {
      await ask('POST', `/a/${change}?wait_for_active_shards=all`, undefined, round % 3);
      const found = await Promise.all([0, 1, 2].map((node) => statsOf('', node)));
      for (const stats of found) {
        expect(stats._shards).toMatchObject({ total: SHARDS, successful: SHARDS });
        expect(stats.indices.a?.primaries.docs?.count).toBe(DOCS - 1);
      }
    }
  }
});
