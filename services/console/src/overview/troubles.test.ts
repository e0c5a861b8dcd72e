import type { NodeStats } from './cluster_shapes.js';
import { troublesOf } from './troubles.js';

const QUIET = { tripped: 0 };

function node(
  name: string,
  {
    parent = QUIET,
    rejected = 0,
    latest = [],
  }: { parent?: typeof QUIET; rejected?: number; latest?: NodeStats['slow_log']['latest'] } = {},
): NodeStats {
  return {
    name,
    roles: ['data'],
    os: { cpu: { percent: 0 }, mem: { used_percent: 0, total_in_bytes: 0 } },
    jvm: { uptime_in_millis: 0, mem: { heap_used_percent: 0 } },
    fs: { total: { total_in_bytes: 0, available_in_bytes: 0 } },
    breakers: { parent, request: QUIET },
    thread_pool: { write: { rejected }, search: { rejected: 0 } },
    slow_log: { total: latest.length, latest },
    indices: {
      docs: { count: 0 },
      store: { size_in_bytes: 0 },
      indexing: { index_total: 0 },
      search: { query_total: 0 },
    },
  };
}

it('tells of breakers that refused and of queues that were full, and of nothing else', () => {
  const nodes = [node('a'), node('b', { parent: { tripped: 3 } }), node('c', { rejected: 12 })];
  expect(troublesOf(nodes, [], 0)).toEqual([
    { kind: 'breaker', node: 'b', name: 'parent', count: 3 },
    { kind: 'pool', node: 'c', name: 'write', count: 12 },
  ]);
});

it('tells of slow work, with the newest of it', () => {
  const line = (place: string, timestamp: number) => ({
    timestamp,
    logger: 'index.indexing.slowlog.index',
    place,
    took_in_millis: 7,
  });
  const nodes = [node('a'), node('b', { latest: [line('[x][0]', 1), line('[logs/uuid]', 40)] })];
  expect(troublesOf(nodes, [], 100)).toEqual([
    { kind: 'slow', node: 'b', name: '[logs]', count: 2, tookMs: 7, agoMs: 60 },
  ]);
});

it('tells of versions that differ, with their nodes', () => {
  const same = [
    { name: 'a', version: '1.0' },
    { name: 'b', version: '1.0' },
  ];
  expect(troublesOf([], same, 0)).toEqual([]);
  expect(troublesOf([], [...same, { name: 'c', version: '1.1' }], 0)).toEqual([
    {
      kind: 'versions',
      versions: [
        ['1.0', 'a, b'],
        ['1.1', 'c'],
      ],
    },
  ]);
});
