import { type ClusterStatus, healthInWords, renderStatus } from './cluster_status.js';
import { explanationOf } from './missing_copies.js';

const SHARDS = { active: 6, relocating: 0, initializing: 0, unassigned: 0, delayed: 0 };
const WELL: ClusterStatus = {
  clusterName: 'books',
  color: 'green',
  shards: SHARDS,
  pendingTasks: 0,
  nodes: [
    {
      name: 'a',
      address: '10.0.0.1',
      roles: 'cluster_manager,data',
      isMaster: true,
      version: '0.1.0',
      uptime: '2h',
      heap: 12,
      cpu: 3,
      disk: 40,
    },
    {
      name: 'longer',
      address: '10.0.0.2',
      roles: 'data',
      isMaster: false,
      version: '0.1.0',
      uptime: '',
      heap: undefined,
      cpu: undefined,
      disk: undefined,
    },
  ],
  missing: [],
};

test('a cluster that is well takes few lines', () => {
  expect(renderStatus(WELL).split('\n')).toEqual([
    'books is green: every shard has all its copies',
    '',
    'shards: 6 started, 0 starting, 0 unassigned',
    'nodes: 2',
    '  * a       10.0.0.1  heap 12%  cpu 3%  disk 40%  up 2h  0.1.0  cluster_manager,data',
    '    longer  10.0.0.2  heap ?    cpu ?   disk ?    up ?   0.1.0  data',
  ]);
});

test('what is missing is told with the rule that forbids each node', () => {
  const explanation = explanationOf({
    allocate_explanation: 'cannot allocate because allocation is not permitted to any of the nodes',
    unassigned_info: { failed_allocation_attempts: 5, details: 'boom' },
    node_allocation_decisions: ['a', 'longer'].map((node_name) => ({
      node_name,
      deciders: [
        { decider: 'max_retry', decision: 'NO', explanation: 'tried too often' },
        { decider: 'filter', decision: 'YES', explanation: 'passes' },
      ],
    })),
  });
  const missing = [
    {
      index: 'b',
      shard: 2,
      primary: true,
      reason: 'ALLOCATION_FAILED',
      since: '2026-01-01T00:00:00.000Z',
      explanation,
    },
  ];
  const status = {
    ...WELL,
    color: 'red',
    shards: { ...SHARDS, unassigned: 1, delayed: 1 },
    missing,
  };
  const lines = renderStatus(status).split('\n');
  expect(lines[0]).toBe(
    'books is red: some data cannot be searched, with 1 unassigned shard copy, 1 of them primaries',
  );
  expect(lines[2]).toContain('1 unassigned (1 wait for the return of a node)');
  expect(lines.slice(-4)).toEqual([
    'missing:',
    '  primary of b[2]: ALLOCATION_FAILED since 2026-01-01T00:00:00.000Z',
    '    cannot allocate because allocation is not permitted to any of the nodes; 5 attempts failed: boom',
    '    a, longer: tried too often [max_retry]',
  ]);
});

test.each([
  [{ color: undefined }, 'without an elected master: the cluster refuses all changes'],
  [
    { color: 'yellow', shards: { ...SHARDS, initializing: 2 } },
    'yellow: all data can be searched, with 2 starting shard copies',
  ],
])('%j', (given, words) => {
  expect(healthInWords({ ...WELL, ...given })).toBe(words);
});
