import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@skein/content';
import type { ClusterView } from '../cluster_view.js';
import type { Finding } from '../finding.js';
import { endOf } from './certificates.js';
import { disks } from './disks.js';
import { issuers, issuersOf } from './issuers.js';
import { nodesDiffer } from './nodes_differ.js';
import { processes } from './processes.js';
import { unassignedShards } from './unassigned_shards.js';

const line = {
  name: 'a',
  address: '127.0.0.1',
  roles: 'cluster_manager,data',
  isMaster: true,
  version: '0.1.0',
  uptime: '1h',
  heap: 10,
  cpu: 1,
  disk: 10,
};
const WELL: ClusterView = {
  status: {
    clusterName: 'c',
    color: 'green',
    shards: { active: 1, relocating: 0, initializing: 0, unassigned: 0, delayed: 0 },
    pendingTasks: 0,
    nodes: [line],
    missing: [],
  },
  info: {},
  stats: {
    n1: {
      name: 'a',
      timestamp: 1_000_000,
      process: { open_file_descriptors: 100, max_file_descriptors: 65_535 },
      jvm: { mem: { heap_used_percent: 20 } },
      fs: { total: { total_in_bytes: 100, available_in_bytes: 90 } },
      breakers: { parent: { tripped: 0 } },
      thread_pool: { search: { rejected: 0 } },
    },
  },
  settings: new Map(),
  blocks: {},
  askedMs: 999_990,
  answeredMs: 1_000_010,
};
const [node] = Object.values(WELL.stats) as JsonObject[];

const withStats = (more: JsonObject): ClusterView => ({
  ...WELL,
  stats: { n1: { ...node, ...more } },
});
const withStatus = (more: object): ClusterView => ({
  ...WELL,
  status: { ...WELL.status, ...more },
});
const disk = (available: number) =>
  withStats({ fs: { total: { total_in_bytes: 100, available_in_bytes: available } } });

const CHECKS = [nodesDiffer, unassignedShards, disks, processes];
const all = (view: ClusterView): readonly Finding[] => CHECKS.flatMap((check) => check(view));

test('nothing is said of a cluster that is well', () => {
  expect(all(WELL)).toEqual([]);
});

test.each<[string, ClusterView, 'error' | 'warning', string]>([
  ['low watermark', disk(12), 'warning', 'gets no new shard copies'],
  ['high watermark', disk(8), 'error', 'shards are moved away'],
  ['flood stage', disk(3), 'error', 'become read-only'],
  [
    'watermark in bytes',
    { ...disk(60), settings: new Map([['cluster.routing.allocation.disk.watermark.low', '70b']]) },
    'warning',
    '(70b)',
  ],
  [
    'blocked index',
    {
      ...WELL,
      blocks: { b: { settings: { 'index.blocks.read_only_allow_delete': 'true' } } },
    },
    'error',
    'read-only because a disk was full: b',
  ],
  [
    'few files',
    withStats({ process: { open_file_descriptors: 10, max_file_descriptors: 1024 } }),
    'warning',
    'may open only 1024 files',
  ],
  [
    'files at their end',
    withStats({ process: { open_file_descriptors: 60_000, max_file_descriptors: 65_535 } }),
    'error',
    'has 60000 of 65535 files open',
  ],
  ['heap', withStats({ jvm: { mem: { heap_used_percent: 92 } } }), 'error', '92%'],
  ['breaker', withStats({ breakers: { parent: { tripped: 3 } } }), 'warning', 'refused 3'],
  ['queue', withStats({ thread_pool: { write: { rejected: 4 } } }), 'warning', 'for 4 requests'],
  ['clock before', withStats({ timestamp: 1_010_010 }), 'warning', '10s ahead of'],
  ['clock behind', withStats({ timestamp: 989_990 }), 'warning', '10s behind'],
  ['no master', withStatus({ color: undefined }), 'error', 'no elected master'],
  [
    'versions',
    withStatus({
      nodes: [line, { ...line, name: 'b', version: '0.2.0' }, { ...line, name: 'c' }],
    }),
    'warning',
    '0.1.0 (a, c), 0.2.0 (b)',
  ],
  [
    'two electors',
    withStatus({ nodes: [line, { ...line, name: 'b' }] }),
    'warning',
    'two master-eligible nodes',
  ],
])('%s', (_name, view, grade, words) => {
  expect(all(view)).toEqual([
    { grade, problem: expect.stringContaining(words), mend: expect.stringMatching(/\w/) },
  ]);
});

const copy = (index: string, primary: boolean, decider?: string) => ({
  index,
  shard: 0,
  primary,
  reason: 'NODE_LEFT',
  since: '',
  explanation: {
    text: 'cannot allocate',
    rules: decider === undefined ? [] : [{ decider, text: 'no', nodes: ['a'] }],
  },
});

test('copies with one cause are one finding; a lost primary is the gravest', () => {
  const missing = [
    copy('lost', true),
    copy('x', false, 'max_retry'),
    copy('y', false, 'max_retry'),
    copy('z', false, 'same_shard'),
  ];
  const found = unassignedShards(withStatus({ missing }));
  expect(found.map(({ grade, mend }) => [grade, mend])).toEqual([
    ['error', expect.stringContaining('allocate_stale_primary')],
    ['warning', expect.stringContaining('retry_failed')],
    ['warning', expect.stringContaining('/z/_settings')],
  ]);
  expect(found[1]?.problem).toContain('replica of x[0], replica of y[0]');
});

test('a certificate is told of a month before its end', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const end = (text: string) => endOf('x', new Date(text), now).map(({ grade }) => grade);
  expect(end('2026-03-01T00:00:00Z')).toEqual([]);
  expect(end('2026-01-20T00:00:00Z')).toEqual(['warning']);
  expect(end('2025-12-31T00:00:00Z')).toEqual(['error']);
});

describe('issuers', () => {
  let keys = JSON.stringify({ keys: [{ kty: 'EC' }] });
  let named: string | undefined;
  const address = (path = '') =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const server = createServer((request, response) => {
    const [, path] =
      /^\/\.well-known\/oauth-authorization-server(.*)$/.exec(request.url ?? '') ?? [];
    if (path !== undefined) {
      const metadata = { issuer: named ?? address(path), jwks_uri: address('/jwks') };
      response.end(JSON.stringify(metadata));
      return;
    }
    if (request.url !== '/jwks') response.statusCode = 404;
    response.end(keys);
  });
  beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
  afterAll(() => new Promise((closed) => server.close(closed)));

  const view = (path = '') => ({
    info: { n1: { settings: { 'security.oauth2.issuers.main.url': address(path) } } },
  });

  test.each(['', '/realms/main'])('one at the path [%s] that gives keys is well', async (path) => {
    expect(issuersOf(view(path))).toHaveLength(1);
    expect(await issuers(view(path), undefined)).toEqual([]);
  });

  test('one that has another name is not', async () => {
    named = 'https://elsewhere.example';
    const problem = expect.stringContaining('names another issuer, [https://elsewhere.example]');
    expect(await issuers(view(), undefined)).toEqual([expect.objectContaining({ problem })]);
    named = undefined;
  });

  test('one without keys is not', async () => {
    keys = '{"keys":[]}';
    expect(await issuers(view(), undefined)).toEqual([
      expect.objectContaining({ grade: 'error', problem: expect.stringContaining('no keys') }),
    ]);
  });

  test.each(['<html>', '[]'])('one that answers %s is not', async (answer) => {
    keys = answer;
    expect(await issuers(view(), undefined)).toEqual([
      expect.objectContaining({ problem: expect.stringContaining('returned no JSON object') }),
    ]);
  });

  test('one that is away is not', async () => {
    const info = { n1: { settings: { 'security.oauth2.issuers.gone.url': 'http://127.0.0.1:1' } } };
    expect(await issuers({ info }, undefined)).toEqual([
      expect.objectContaining({
        problem: expect.stringMatching(/issuer \[gone\].*ECONNREFUSED/),
      }),
    ]);
  });
});
