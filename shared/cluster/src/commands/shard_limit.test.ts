/** Tests the limit of open shards: each change that opens some may reach it, and not exceed it. */
import { AllocationScene } from '../testing/allocation_scene.js';
import { refusal } from '../testing/fixtures.js';

const LIMIT = 'cluster.max_shards_per_node';

/** Two nodes with an index of two shards with a replica each. */
const scene = (perNode: number) =>
  new AllocationScene(2)
    .create('a', { 'index.number_of_shards': '2', 'index.number_of_replicas': '1' })
    .set({ [LIMIT]: String(perNode) });

const told = (added: number, open: number, limit: number) =>
  `Validation Failed: 1: this action would add [${added}] total shards, but this cluster currently has [${open}]/[${limit}] maximum shards open;`;

const wide = { 'index.number_of_shards': '3', 'index.number_of_replicas': '2' };

test('a new index adds all its copies', () => {
  expect(() => scene(7).create('b', wide)).not.toThrow();
  expect(refusal(() => scene(6).create('b', wide))).toEqual({
    type: 'validation_exception',
    reason: told(9, 4, 12),
    status: 400,
  });
});

test('more replicas are added, those that are there count once', () => {
  const update = (from: AllocationScene, replicas: string) =>
    from.run('update_index_settings', {
      indices: ['a'],
      settings: new Map([['index.number_of_replicas', replicas]]),
      preserveExisting: false,
    });
  expect(() => update(scene(4), '3')).not.toThrow();
  expect(refusal(() => update(scene(3), '3')).reason).toBe(told(4, 4, 6));
  expect(() => update(scene(1), '0')).not.toThrow();
});

test('closed indices are not counted, and opened ones are again', () => {
  const open = { indices: ['a', 'b', 'c'] };
  const closed = (perNode: number) =>
    scene(20)
      .create('b', wide)
      .create('c', { 'index.number_of_replicas': '0' })
      .run('close_index', { indices: ['a', 'b'] })
      .set({ [LIMIT]: String(perNode) });
  expect(() => closed(7).run('open_index', open)).not.toThrow();
  expect(refusal(() => closed(6).run('open_index', open)).reason).toBe(told(13, 1, 12));
  expect(() => closed(1).create('d', { 'index.number_of_replicas': '0' })).not.toThrow();
  expect(() => closed(1).run('open_index', { indices: ['c'] })).not.toThrow();
});
