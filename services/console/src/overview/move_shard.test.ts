import type { ShardRow } from './cluster_shapes.js';
import { canMove, moveBody, refusalsOf, targetsOf } from './move_shard.js';

const SHARD: ShardRow = {
  index: 'logs',
  shard: '2',
  prirep: 'p',
  state: 'STARTED',
  docs: '1',
  node: 'a',
  reason: null,
  at: null,
};

it('moves a whole copy from the node it is on', () => {
  expect(moveBody(SHARD, 'b')).toEqual({
    commands: [{ move: { index: 'logs', shard: 2, from_node: 'a', to_node: 'b' } }],
  });
  expect(canMove(SHARD)).toBe(true);
  expect(canMove({ ...SHARD, state: 'RELOCATING' })).toBe(false);
  expect(canMove({ ...SHARD, state: 'UNASSIGNED', node: null })).toBe(false);
});

it('could go to every other node', () => {
  expect(targetsOf(SHARD, ['c', 'a', 'b'])).toEqual(['b', 'c']);
});

it('says why it may not go there', () => {
  const decisions = [
    { decider: 'same_shard', decision: 'NO', explanation: 'a copy is there already' },
    { decider: 'filter', decision: 'YES', explanation: 'fits' },
  ];
  expect(refusalsOf({ explanations: [{ decisions }] })).toEqual(['a copy is there already']);
  expect(refusalsOf({})).toEqual([]);
});
