import { AllocationScene } from '../testing/allocation_scene.js';
import { awarenessHealth } from './awareness_health.js';

const inZone = (zone: string) => ({ attributes: new Map([['zone', zone]]) });

test('copies are counted where they are, by the values of an attribute', () => {
  const scene = new AllocationScene(0)
    .join('a', inZone('east'))
    .join('b', inZone('west'))
    .join('c', inZone('west'))
    .join('d', { attributes: new Map() })
    .create('books', { 'index.number_of_shards': '2', 'index.number_of_replicas': '0' })
    .startAll();
  const total = awarenessHealth(scene.state, 'zone').reduce(
    (sum, { activeShards }) => sum + activeShards,
    0,
  );
  const elsewhere = [...scene.state.routing.values()]
    .flatMap(({ shards }) => shards.flat())
    .filter(({ nodeId }) => nodeId === 'd').length;
  expect(total + elsewhere).toBe(2);
  expect(awarenessHealth(scene.state, 'zone')).toMatchObject([
    { value: 'east', dataNodes: 1 },
    { value: 'west', dataNodes: 2 },
  ]);
  expect(awarenessHealth(scene.state, 'rack')).toEqual([]);
});

test('a copy on its way counts where it is, and where it will be', () => {
  const scene = new AllocationScene(0)
    .join('a', inZone('east'))
    .create('books', { 'index.number_of_replicas': '0' })
    .startAll()
    .join('b', inZone('west'))
    .set({ 'cluster.routing.allocation.exclude._name': 'a' })
    .reroute();
  expect(awarenessHealth(scene.state, 'zone')).toEqual([
    { value: 'east', activeShards: 1, initializingShards: 0, relocatingShards: 1, dataNodes: 1 },
    { value: 'west', activeShards: 0, initializingShards: 1, relocatingShards: 0, dataNodes: 1 },
  ]);
});
