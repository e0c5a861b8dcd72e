/**
 * Remote-backed indices of clusters of real processes: every acknowledged write is in the
 * repository, and comes back when all nodes and their disks are gone.
 */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { answered, eventually, TestCluster, type TestNode } from './test_cluster.js';

interface Hits {
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: object }[] };
}

interface BulkAnswer {
  readonly items: readonly { readonly index: { readonly _id: string; readonly status: number } }[];
}

const SHARDS = 2;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-remote-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function started(nodes: number): Promise<TestCluster> {
  const cluster = await TestCluster.start({ nodes, settings: { 'path.repo': folder } });
  await cluster.formed(nodes);
  await ok(cluster.up[0], 'PUT', '/_cluster/settings', {
    persistent: { 'cluster.remote_store.translog.buffer_interval': '0ms' },
  });
  return cluster;
}

const ok = <T = Record<string, unknown>>(
  node: TestNode | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => answered<T>(node, method, path, body);

const register = (node: TestNode | undefined, location: string) =>
  ok(node, 'PUT', '/_snapshot/store', { type: 'fs', settings: { location } });

function created(node: TestNode | undefined, index: string, settings: object = {}) {
  const remote = { enabled: true, segment: { repository: 'store' } };
  return ok(node, 'PUT', `/${index}`, {
    settings: {
      number_of_shards: SHARDS,
      number_of_replicas: 0,
      remote_store: remote,
      ...settings,
    },
    mappings: { properties: { at: { type: 'long' } } },
    aliases: { [`${index}-alias`]: {} },
  });
}

/** Writes documents; resolves with the acknowledged ids. */
async function write(
  node: TestNode | undefined,
  index: string,
  from: number,
  count: number,
): Promise<readonly string[]> {
  const lines = Array.from({ length: count }, (_, i) => {
    const source = { at: from + i, text: `document ${from + i}` };
    return `${JSON.stringify({ index: { _id: String(from + i) } })}\n${JSON.stringify(source)}\n`;
  });
  const answer = await node?.send<BulkAnswer>('POST', `/${index}/_bulk`, lines.join(''));
  const items = answer?.json.items ?? [];
  return items.flatMap(({ index: { _id, status } }) => (status < 300 ? [_id] : []));
}

async function idsOf(node: TestNode | undefined, index: string): Promise<readonly string[]> {
  await ok(node, 'POST', `/${index}/_refresh`);
  const body = { size: 10_000, query: { match_all: {} }, sort: ['at'] };
  const { hits } = await ok<Hits>(node, 'POST', `/${index}/_search`, body);
  return hits.hits.map(({ _id }) => _id);
}

const restored = (node: TestNode | undefined, ...indices: readonly string[]) =>
  ok(node, 'POST', '/_remotestore/_restore?wait_for_completion=true', { indices });

test('a new cluster has every document that was acknowledged, and goes on', async () => {
  const first = await started(1);
  await register(first.up[0], 'one');
  await created(first.up[0], 'books');
  const before = await write(first.up[0], 'books', 0, 300);
  await ok(first.up[0], 'POST', '/books/_flush?force=true');
  await ok(first.up[0], 'DELETE', '/books/_doc/7');
  const after = await write(first.up[0], 'books', 300, 200);
  expect(before.length + after.length).toBe(500);
  await first.stop();

  const second = await started(1);
  try {
    const [node] = second.up;
    await register(node, 'one');
    expect(await restored(node, 'books')).toEqual({
      remote_store: {
        indices: ['books'],
        shards: { total: SHARDS, failed: 0, successful: SHARDS },
      },
    });
    const expected = [...before, ...after].filter((id) => id !== '7');
    expect(await idsOf(node, 'books-alias')).toEqual(expected);
    expect(await write(node, 'books', 500, 10)).toHaveLength(10);
    expect(await idsOf(node, 'books')).toHaveLength(509);
  } finally {
    await second.stop();
  }
});

test('the requests of docs/REMOTE_STORE.md', async () => {
  const page = readFileSync(resolve(__dirname, '../../../docs/REMOTE_STORE.md'), 'utf8');
  const requests = [...page.matchAll(/```\n(\w+) (\S+)\n(.*?)```/gs)];
  expect(requests.length).toBeGreaterThan(4);
  const cluster = await started(1);
  try {
    for (const [, method = '', path = '', body = ''] of requests) {
      const sent = body.trim() === '' ? undefined : body;
      const { status, json } = (await cluster.up[0]?.send(method, path, sent)) ?? {};
      expect([path, status, json]).toEqual([path, status === 201 ? 201 : 200, json]);
    }
  } finally {
    await cluster.stop();
  }
});

test.each(['DOCUMENT', 'SEGMENT'])(
  'nodes that are killed while they write, primaries that change, and then no disk is left: %s',
  async (type) => {
    const first = await started(3);
    const acknowledged = new Set<string>();
    const location = `killed-${type}`;
    try {
      await register(first.up[0], location);
      await created(first.up[0], 'busy', { number_of_replicas: 1, 'index.replication.type': type });
      await first.green('/_cluster/health/busy');
      for (let round = 0; round < 12; round++) {
        const writing = write(first.up[round % first.up.length], 'busy', round * 50, 50);
        if (round === 4) await first.node('n1').kill();
        if (round === 8) await first.node('n1').start();
        for (const id of await writing.catch(() => [])) acknowledged.add(id);
      }
    } finally {
      await first.stop();
    }
    expect(acknowledged.size).toBeGreaterThan(300);
    const second = await started(1);
    try {
      const [node] = second.up;
      await register(node, location);
      await restored(node, 'busy');
      const found = new Set(await idsOf(node, 'busy'));
      expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
      interface Remote {
        readonly segments: { readonly remote_store: RemoteSegments };
        readonly translog: { readonly remote_store: { upload: { total_uploads: object } } };
      }
      interface RemoteSegments {
        readonly download: { readonly total_download_size: { readonly succeeded_bytes: number } };
      }
      const { _all: all } = await ok<{ _all: { primaries: Remote } }>(node, 'GET', '/busy/_stats');
      const { segments, translog } = all.primaries;
      const { total_download_size: downloaded } = segments.remote_store.download;
      expect(downloaded.succeeded_bytes).toBeGreaterThan(0);
      expect(translog.remote_store.upload.total_uploads).toMatchObject({ failed: 0 });
      const settings = await ok(node, 'GET', '/busy/_settings');
      expect(settings).toMatchObject({ busy: { settings: { index: { replication: { type } } } } });
    } finally {
      await second.stop();
    }
  },
);

test('what an index begins with is in the store: resized ones and one from a snapshot', async () => {
  const first = await started(1);
  const [origin] = first.up;
  await register(origin, 'begun');
  const backup = { type: 'fs', settings: { location: 'begun-backup' } };
  await ok(origin, 'PUT', '/_snapshot/backup', backup);
  await created(origin, 'source', { number_of_routing_shards: 4 });
  await write(origin, 'source', 0, 60);
  await ok(origin, 'PUT', '/source/_settings', { 'index.blocks.write': true });
  const unblocked = { 'index.blocks.write': null };
  const resize = (kind: string, target: string, settings: object = {}) =>
    ok(origin, 'PUT', `/source/_${kind}/${target}`, { settings: { ...unblocked, ...settings } });
  await resize('shrink', 'shrunk', { 'index.number_of_shards': 1 });
  await resize('split', 'parted', { 'index.number_of_shards': 4 });
  await resize('clone', 'cloned');
  const plain = { settings: { number_of_shards: 1, number_of_replicas: 0 } };
  await ok(origin, 'PUT', '/plain', plain);
  await write(origin, 'plain', 0, 60);
  await ok(origin, 'PUT', '/_snapshot/backup/s?wait_for_completion=true', { indices: 'plain' });
  await ok(origin, 'POST', '/_snapshot/backup/s/_restore?wait_for_completion=true', {
    rename_pattern: '.+',
    rename_replacement: 'taken',
    index_settings: { remote_store: { enabled: true, segment: { repository: 'store' } } },
  });
  const indices = ['shrunk', 'parted', 'cloned', 'taken'];
  for (const index of indices) expect(await write(origin, index, 60, 10)).toHaveLength(10);
  await first.stop();

  const second = await started(1);
  try {
    const [node] = second.up;
    await register(node, 'begun');
    await restored(node, ...indices);
    const all = Array.from({ length: 70 }, (_, id) => String(id));
    for (const index of indices) expect([index, await idsOf(node, index)]).toEqual([index, all]);
  } finally {
    await second.stop();
  }
});

test('with asynchronous durability a write is in the store a while after it was acknowledged', async () => {
  const first = await started(1);
  const [origin] = first.up;
  await register(origin, 'async');
  await created(origin, 'later', {
    number_of_shards: 1,
    translog: { durability: 'async', sync_interval: '1s' },
  });
  expect(await write(origin, 'later', 0, 50)).toHaveLength(50);
  interface Lag {
    readonly indices: {
      readonly later: {
        shards: Record<string, { translog: { upload: { bytes_lag: number } } }[]>;
      };
    };
  }
  await eventually('nothing waits for the store', async () => {
    const { indices } = await ok<Lag>(origin, 'GET', '/_remotestore/stats/later/0');
    return indices.later.shards['0']?.[0]?.translog.upload.bytes_lag === 0 ? true : undefined;
  });
  await first.stop();
  const second = await started(1);
  try {
    const [node] = second.up;
    await register(node, 'async');
    await restored(node, 'later');
    expect(await idsOf(node, 'later')).toHaveLength(50);
  } finally {
    await second.stop();
  }
});

test('while the store is away nothing is acknowledged; what waited is there when it is back; the index takes its store with it', async () => {
  const cluster = await started(1);
  const [node] = cluster.up;
  const place = join(folder, 'away');
  try {
    await ok(node, 'PUT', '/_cluster/settings', {
      persistent: { 'cluster.remote_store.translog.transfer_timeout': '1s' },
    });
    await register(node, 'away');
    await created(node, 'patient', { number_of_shards: 1 });
    expect(await write(node, 'patient', 0, 5)).toHaveLength(5);
    renameSync(place, `${place}-hidden`);
    writeFileSync(place, 'no folder');
    expect(await write(node, 'patient', 5, 5)).toEqual([]);
    expect(await idsOf(node, 'patient')).toHaveLength(10);
    interface Stats {
      readonly indices: Record<
        string,
        { shards: Record<string, { translog: { upload: Record<string, number> } }[]> }
      >;
    }
    const stats = await ok<Stats>(node, 'GET', '/_remotestore/stats/patient/0');
    const upload = stats.indices.patient?.shards['0']?.[0]?.translog.upload;
    expect(upload?.consecutive_failure_count).toBeGreaterThan(0);
    expect(upload?.bytes_lag).toBeGreaterThan(0);
    const limit = (size: string | null) =>
      ok(node, 'PUT', '/_cluster/settings', {
        persistent: { 'cluster.remote_store.translog.max_pending_size': size },
      });
    await limit('1b');
    const refused = await eventually('writes are refused', async () => {
      const answer = await node?.request<{ error: { type: string } }>('PUT', '/patient/_doc/x', {});
      return answer?.status === 429 ? answer.json.error : undefined;
    });
    expect(refused.type).toMatch(/rejected_execution_exception/);
    await limit(null);
    rmSync(place);
    renameSync(`${place}-hidden`, place);
    const again = await eventually('the store is used again', async () => {
      const ids = await write(node, 'patient', 10, 5);
      return ids.length === 5 ? ids : undefined;
    });
    expect(again).toHaveLength(5);
    const indices = join(place, 'remote', 'indices');
    expect(readdirSync(indices)).toHaveLength(1);
    await ok(node, 'DELETE', '/patient');
    await eventually('nothing is left', async () => {
      const left = existsSync(indices)
        ? readdirSync(indices, { recursive: true, withFileTypes: true }).filter((one) =>
            one.isFile(),
          )
        : [];
      return left.length === 0 ? true : undefined;
    });
  } finally {
    await cluster.stop();
  }
});

test('a shard whose only copy is lost is restored in its place, and stale copies may not be forced', async () => {
  const cluster = await started(2);
  try {
    const n1 = cluster.node('n1');
    await register(n1, 'lost');
    await created(n1, 'here', {
      number_of_shards: 1,
      'index.routing.allocation.require._name': 'n2',
    });
    await write(n1, 'here', 0, 40);
    const n2 = cluster.node('n2');
    await n2.kill();
    rmSync(join(n2.dataPath, 'indices'), { recursive: true });
    await n2.start();
    await cluster.formed(2);
    await eventually('it is red', async () => {
      const { status } = await ok<{ status: string }>(n1, 'GET', '/_cluster/health/here');
      return status === 'red' ? true : undefined;
    });
    const forced = { index: 'here', shard: 0, node: 'n2', accept_data_loss: true };
    const commands = [{ allocate_empty_primary: forced }];
    const refused = await n1.request('POST', '/_cluster/reroute', { commands });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.json)).toContain('_remotestore/_restore');
    await restored(n1, 'here');
    expect(await idsOf(n1, 'here')).toHaveLength(40);
  } finally {
    await cluster.stop();
  }
});

test('all shards of a closed index begin again with what the store has', async () => {
  const cluster = await started(1);
  try {
    const [node] = cluster.up;
    await register(node, 'again');
    await created(node, 'twice');
    await write(node, 'twice', 0, 30);
    const path = '/_remotestore/_restore?restore_all_shards=true&wait_for_completion=true';
    const refused = await node?.request('POST', path, { indices: ['twice'] });
    expect(refused?.json).toMatchObject({
      error: {
        type: 'illegal_state_exception',
        reason:
          'cannot restore index [twice] because an open index with same name already exists in the cluster. Close the existing index.',
      },
    });
    await ok(node, 'POST', '/twice/_close');
    await ok(node, 'POST', path, { indices: ['twice'] });
    expect(await idsOf(node, 'twice')).toHaveLength(30);
    const recoveries = await ok<{ twice: { shards: { type: string }[] } }>(
      node,
      'GET',
      '/twice/_recovery',
    );
    expect(new Set(recoveries.twice.shards.map(({ type }) => type))).not.toContain(
      'EXISTING_STORE',
    );
    expect(await write(node, 'twice', 30, 10)).toHaveLength(10);
    expect(await idsOf(node, 'twice')).toHaveLength(40);
  } finally {
    await cluster.stop();
  }
});

test.each([
  [{ enabled: true }, 'non-empty repository ID'],
  [{ segment: { repository: 'store' } }, 'can only be set/enabled when'],
  [{ enabled: true, segment: { repository: 'none' } }, '[none] missing'],
  [
    { enabled: true, segment: { repository: 'store' }, translog: { repository: 'other' } },
    'they must be the same repository',
  ],
])('%j is refused', async (remote_store, reason) => {
  const { OneNodeApi } = await import('../src/testing/one_node_api.js');
  const api = await new OneNodeApi().start();
  const { status, json } = await api.request('PUT', '/i', { settings: { remote_store } });
  expect([status === 400 || status === 404, JSON.stringify(json)]).toEqual([
    true,
    expect.stringContaining(reason),
  ]);
});
