import type { Health, ShardRow } from './cluster_shapes.js';
import { healthWords } from './health_words.js';

const NOW_MS = Date.parse('2026-01-01T12:00:00Z');

const health = (more: Partial<Health>): Health => ({
  cluster_name: 'skein',
  status: 'green',
  number_of_nodes: 3,
  active_primary_shards: 0,
  active_shards: 0,
  relocating_shards: 0,
  initializing_shards: 0,
  unassigned_shards: 0,
  delayed_unassigned_shards: 0,
  ...more,
});

const shard = (more: Partial<ShardRow>): ShardRow => ({
  index: 'logs',
  shard: '0',
  prirep: 'r',
  state: 'UNASSIGNED',
  docs: null,
  node: null,
  reason: 'NODE_LEFT',
  at: '2026-01-01T11:59:20.000Z',
  ...more,
});

it('says that all is well', () => {
  const words = healthWords(health({ active_primary_shards: 4 }), [], NOW_MS);
  expect(words).toEqual([{ tone: 'good', key: 'overview.all', count: 4 }]);
});

it('says nothing of shards where there are none', () => {
  expect(healthWords(health({}), [], NOW_MS)).toEqual([]);
});

it('tells lost data from missing copies, with the reason and since when', () => {
  const rows = [
    shard({ prirep: 'p', reason: 'INDEX_CREATED', at: '2026-01-01T11:00:00.000Z' }),
    shard({}),
    shard({ shard: '1', at: '2026-01-01T11:59:00.000Z' }),
    shard({ index: 'b', reason: 'REPLICA_ADDED' }),
    shard({ state: 'STARTED', reason: null, at: null }),
  ];
  const words = healthWords(health({ active_primary_shards: 9 }), rows, NOW_MS);
  expect(words.map(({ tone, key, count, why }) => [tone, key, count, why])).toEqual([
    ['bad', 'overview.lost', 1, { reason: 'index_created', agoMs: 3_600_000 }],
    ['warn', 'overview.missing', 2, { reason: 'node_left', agoMs: 60_000 }],
    ['warn', 'overview.missing', 1, { reason: 'replica_added', agoMs: 40_000 }],
  ]);
  expect(words[0]?.shard).toBe(rows[0]);
});

it('names the node that left if it is the same for all', () => {
  const left = (...nodes: readonly (string | undefined)[]) => {
    const rows = nodes.map((leftNode, i) =>
      shard({ shard: String(i), ...(leftNode === undefined ? {} : { leftNode }) }),
    );
    return healthWords(health({}), rows, NOW_MS)[0]?.why?.leftNode;
  };
  expect([left('a', 'a'), left('a', 'b'), left('a', undefined), left(undefined)]).toEqual([
    'a',
    undefined,
    undefined,
    undefined,
  ]);
});

it('says what is on its way', () => {
  const facts = health({ initializing_shards: 2, relocating_shards: 1, active_primary_shards: 1 });
  expect(healthWords(facts, [], NOW_MS).map(({ key, count }) => [key, count])).toEqual([
    ['overview.starting', 2],
    ['overview.moving', 1],
  ]);
});
