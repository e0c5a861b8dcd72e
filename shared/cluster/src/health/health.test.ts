import { AllocationScene } from '../testing/allocation_scene.js';
import { clusterHealth } from './health.js';

test('only replicas that wait for their node are delayed', () => {
  const scene = new AllocationScene(2)
    .create('logs', { 'index.number_of_shards': '3' })
    .create('patient', { 'index.number_of_replicas': '2' })
    .startAll();
  expect(clusterHealth(scene.state)).toMatchObject({
    status: 'yellow',
    unassignedShards: 1,
    delayedUnassignedShards: 0,
  });
  scene.leave('n2');
  expect(clusterHealth(scene.state)).toMatchObject({
    numberOfNodes: 1,
    activeShards: 4,
    unassignedShards: 5,
    delayedUnassignedShards: 4,
  });
  scene.nowMs += 59_999;
  scene.reroute();
  expect(clusterHealth(scene.state)).toMatchObject({ delayedUnassignedShards: 4 });
  scene.nowMs++;
  scene.reroute();
  expect(clusterHealth(scene.state)).toMatchObject({
    unassignedShards: 5,
    delayedUnassignedShards: 0,
  });
});

test('a primary that is only being made is yellow, one that cannot start or was lost is red', () => {
  const statusOf = (made: AllocationScene) => clusterHealth(made.state).status;
  const scene = new AllocationScene(2).create('logs', { 'index.number_of_replicas': '0' });
  expect(statusOf(scene)).toBe('yellow');
  scene.startAll();
  expect(statusOf(scene)).toBe('green');
  scene.leave(scene.shard('logs')[0]?.nodeId ?? '');
  expect(statusOf(scene)).toBe('red');
  const nowhere = { 'index.routing.allocation.require._name': 'none' };
  expect(statusOf(new AllocationScene(2).create('logs', nowhere))).toBe('red');
});
