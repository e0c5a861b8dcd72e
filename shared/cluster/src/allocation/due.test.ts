import { expectDefined } from '@skein/base';
import { AllocationScene } from '../testing/allocation_scene.js';
import { nextPlacementMs, storesToAskFor } from './due.js';
import { wantsStores } from './stores.js';

const MINUTE_MS = 60_000;

test('the first replica that stops waiting for its node tells the time of the next run', () => {
  const scene = new AllocationScene(3)
    .create('slow', { 'index.unassigned.node_left.delayed_timeout': '5m' })
    .create('quick')
    .startAll();
  expect(nextPlacementMs(scene.state, scene.nowMs)).toBeUndefined();
  const [, replica] = scene.shard('slow');
  const gone = expectDefined(replica?.nodeId, 'a node');
  scene.leave(gone);
  const waits = (name: string) =>
    scene
      .shard(name)
      .some(({ state, unassigned }) => state === 'UNASSIGNED' && unassigned?.delayed);
  expect(waits('slow')).toBe(true);
  const soonest = waits('quick') ? MINUTE_MS : 5 * MINUTE_MS;
  expect(nextPlacementMs(scene.state, scene.nowMs)).toBe(soonest);
  expect(nextPlacementMs(scene.state, scene.nowMs + soonest - 1)).toBe(1);
  expect(nextPlacementMs(scene.state, scene.nowMs + 5 * MINUTE_MS - 1)).toBe(1);
  expect(nextPlacementMs(scene.state, scene.nowMs + 5 * MINUTE_MS)).toBeUndefined();
});

test('of two waiting replicas the one with the shorter delay counts', () => {
  const scene = new AllocationScene(2)
    .create('slow', { 'index.unassigned.node_left.delayed_timeout': '5m' })
    .create('quick', { 'index.unassigned.node_left.delayed_timeout': '2m' })
    .startAll();
  scene.leave('n2');
  expect(nextPlacementMs(scene.state, scene.nowMs)).toBe(2 * MINUTE_MS);
  expect(nextPlacementMs(scene.state, scene.nowMs + 2 * MINUTE_MS)).toBe(3 * MINUTE_MS);
});

test('disks are asked for copies of shards without an active primary only', () => {
  const scene = new AllocationScene(2).create('logs', { 'index.number_of_replicas': '0' });
  scene.startAll().create('other', { 'index.number_of_replicas': '0' }).startAll();
  const unknown = { ...scene.facts(), storedCopy: () => 'unknown' as const };
  expect(storesToAskFor(scene.state, unknown)).toEqual([]);
  const gone = expectDefined(scene.shard('logs')[0]?.nodeId, 'a node');
  scene.leave(gone);
  const asked = storesToAskFor(scene.state, unknown);
  expect(asked.length).toBeGreaterThan(0);
  expect(storesToAskFor(scene.state, scene.facts())).toEqual([]);
});

test('no disk is asked for a copy of a new index, or of one without an in-sync copy', () => {
  const scene = new AllocationScene(1).create('logs').startAll();
  const placed = (more: object) => {
    const index = expectDefined(scene.state.metadata.indices.get('logs'), 'an index');
    const { inSync, copies } = { inSync: ['x'], copies: scene.shard('logs'), ...more };
    return wantsStores({ index, shardId: 0, copies, inSync, ...more } as never);
  };
  const [primary, replica] = scene.shard('logs');
  const unassigned = (reason: string) => [primary, { ...replica, unassigned: { reason } }];
  expect(replica).toMatchObject({ state: 'UNASSIGNED', unassigned: { reason: 'INDEX_CREATED' } });
  expect(placed({})).toBe(false);
  expect(placed({ copies: unassigned('NODE_LEFT') })).toBe(true);
  expect(placed({ copies: unassigned('NODE_LEFT'), inSync: [] })).toBe(false);
  expect(placed({ copies: [primary] })).toBe(false);
  const index = expectDefined(scene.state.metadata.indices.get('logs'), 'an index');
  const settings = new Map(index.settings).set('index.store.type', 'remote_snapshot');
  const mounted = { ...index, settings };
  expect(placed({ copies: unassigned('NODE_LEFT'), index: mounted })).toBe(false);
});
