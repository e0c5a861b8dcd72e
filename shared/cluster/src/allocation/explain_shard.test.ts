import { expectDefined } from '@skein/base';
import { AllocationScene } from '../testing/allocation_scene.js';
import { seededRandom } from '../testing/fixtures.js';
import { explainShard } from './explain_shard.js';

function explained(scene: AllocationScene, at: number, index = 'logs') {
  const copy = expectDefined(scene.shard(index)[at], 'a copy');
  const environment = { nowMs: scene.nowMs, random: seededRandom(3), facts: scene.facts() };
  return explainShard(scene.state, { index, shardId: 0, copy }, environment);
}

const answer = (scene: AllocationScene, at: number) => {
  const found = explained(scene, at);
  return found?.kind === 'unassigned' ? found.answer : found?.kind;
};

test('a replica whose node left waits, and then goes elsewhere or nowhere', () => {
  const scene = new AllocationScene(3).create('logs').startAll();
  const replica = expectDefined(scene.shard('logs')[1]?.nodeId, 'a node');
  scene.leave(replica);
  const found = explained(scene, 1);
  expect(found).toMatchObject({
    kind: 'unassigned',
    answer: 'allocation_delayed',
    configuredDelayMs: 60_000,
    remainingDelayMs: 60_000,
  });
  scene.nowMs += 59_999;
  expect(explained(scene, 1)).toMatchObject({ answer: 'allocation_delayed', remainingDelayMs: 1 });
  scene.nowMs++;
  expect(explained(scene, 1)).toMatchObject({ answer: 'yes', remainingDelayMs: 0 });
  scene.set({ 'cluster.routing.allocation.enable': 'primaries' });
  expect(answer(scene, 1)).toBe('no');
});

test('one node alone has the copies that it should have, without being asked', () => {
  const scene = new AllocationScene(2).create('logs').startAll();
  scene.leave(expectDefined(scene.shard('logs')[1]?.nodeId, 'a node'));
  scene.nowMs += 60_000;
  const copy = expectDefined(scene.shard('logs')[1], 'a copy');
  const environment = { nowMs: scene.nowMs, random: seededRandom(3) };
  const target = { index: 'logs', shardId: 0, copy };
  expect(explainShard(scene.state, target, environment)).toMatchObject({ answer: 'no' });
  const unknown = { ...scene.facts(), storedCopy: () => 'unknown' as const };
  expect(explainShard(scene.state, target, { ...environment, facts: unknown })).toMatchObject({
    answer: 'awaiting_info',
  });
});

test('a primary without its copy says which copies the nodes have', () => {
  const scene = new AllocationScene(2)
    .create('logs', { 'index.number_of_replicas': '0' })
    .startAll();
  const gone = expectDefined(scene.shard('logs')[0]?.nodeId, 'a node');
  scene.leave(gone);
  const found = explained(scene, 0);
  expect(found).toMatchObject({
    kind: 'unassigned',
    answer: 'no_valid_shard_copy',
    nodes: [{ answer: 'NO', store: 'none', ranking: 1 }],
  });
  const [own = ''] = scene.state.metadata.indices.get('logs')?.inSync[0] ?? [];
  const withCopy = (allocationId: string, failure?: string) => {
    const stored = { allocationId, maxSeqNo: 3, ...(failure === undefined ? {} : { failure }) };
    const facts = { ...scene.facts(), storedCopy: () => stored };
    const environment = { nowMs: scene.nowMs, random: seededRandom(3), facts };
    const copy = expectDefined(scene.shard('logs')[0], 'a copy');
    return explainShard(scene.state, { index: 'logs', shardId: 0, copy }, environment);
  };
  expect(withCopy('stale')).toMatchObject({
    answer: 'no_valid_shard_copy',
    nodes: [{ answer: 'YES', store: { allocationId: 'stale', isInSync: false } }],
  });
  expect(withCopy(own)).toMatchObject({
    answer: 'yes',
    nodes: [{ answer: 'YES', store: { allocationId: own, isInSync: true, failure: undefined } }],
  });
});

test('recoveries at their limit throttle', () => {
  const scene = new AllocationScene(1).create('logs', { 'index.number_of_shards': '8' }).startAll();
  scene.join('n2');
  const waiting = scene.state.routing.get('logs')?.shards.findIndex(([, replica]) => {
    return replica?.state === 'UNASSIGNED';
  });
  const shardId = expectDefined(waiting, 'a shard');
  const copy = expectDefined(scene.shard('logs', shardId)[1], 'a replica');
  const environment = { nowMs: scene.nowMs, random: seededRandom(3), facts: scene.facts() };
  const target = { index: 'logs', shardId, copy };
  const found = explainShard(scene.state, target, environment);
  if (found?.kind !== 'unassigned') throw new Error('it is assigned');
  expect(found.answer).toBe('throttled');
  const [node] = found.nodes.filter(({ nodeId }) => nodeId === 'n2');
  const throttled = node?.decisions.find(({ decider }) => decider === 'throttling');
  expect(throttled).toEqual({
    decider: 'throttling',
    answer: 'THROTTLE',
    explanation:
      'reached the limit of incoming shard recoveries [2], cluster setting [cluster.routing.allocation.node_concurrent_incoming_recoveries=2] (can also be set via [cluster.routing.allocation.node_concurrent_recoveries])',
  });
});

test('a started copy says what speaks against staying, and which nodes would be better', () => {
  const scene = new AllocationScene(2)
    .set({ 'cluster.routing.rebalance.enable': 'none' })
    .create('logs', { 'index.number_of_shards': '4', 'index.number_of_replicas': '0' })
    .startAll();
  const found = explained(scene, 0);
  if (found?.kind !== 'started') throw new Error('it is not started');
  expect(found.remain.map((one) => one.answer)).not.toContain('NO');
  expect(found.rebalance).toContainEqual({
    decider: 'enable',
    answer: 'NO',
    explanation:
      'no rebalancing is allowed due to cluster setting [cluster.routing.rebalance.enable=none]',
  });
  expect(found.nodes).toHaveLength(1);
  expect(found.nodes[0]?.isBetter).toBe(false);
  scene.join('n3');
  const later = explained(scene, 0);
  if (later?.kind !== 'started') throw new Error('it is not started');
  expect(later.nodes.map(({ nodeId, isBetter }) => [nodeId, isBetter])).toContainEqual([
    'n3',
    true,
  ]);
  expect(later.ranking).toBeGreaterThan(1);
});

test('a copy on its way only moves, and a shard that is gone has no explanation', () => {
  const scene = new AllocationScene(2).create('logs');
  expect(explained(scene, 0)).toEqual({ kind: 'moving' });
  const copy = expectDefined(scene.shard('logs')[0], 'a copy');
  const environment = { nowMs: scene.nowMs, random: seededRandom(3) };
  const gone = { index: 'gone', shardId: 0, copy };
  expect(explainShard(scene.state, gone, environment)).toBeUndefined();
});
