import type { ShardRow } from './cluster_shapes.js';
import { shardMap } from './shard_map.js';

const row = (index: string, shard: number, prirep: string, node: string | null): ShardRow => ({
  index,
  shard: String(shard),
  prirep,
  state: node === null ? 'UNASSIGNED' : 'STARTED',
  docs: '0',
  node,
  reason: null,
  at: null,
});

const ROWS = [
  row('b', 10, 'p', 'n1'),
  row('b', 2, 'p', 'n1'),
  row('a', 0, 'r', 'n2'),
  row('a', 0, 'p', 'n1 -> 127.0.0.1 xyz n2'),
  row('a', 1, 'r', null),
];

const short = (rows: readonly ShardRow[]) =>
  rows.map((one) => `${one.index}${one.shard}${one.prirep}`);

it('has every node, and what is on none at the end', () => {
  const map = shardMap(ROWS, ['n2', 'n1', 'n3'], { filter: '', most: 10 });
  expect(map.map(({ node, shards }) => [node, short(shards)])).toEqual([
    ['n1', ['a0p', 'b2p', 'b10p']],
    ['n2', ['a0r']],
    ['n3', []],
    [undefined, ['a1r']],
  ]);
});

it('shows some of many, and counts the others', () => {
  const [first] = shardMap(ROWS, ['n1'], { filter: '', most: 1 });
  expect([first?.shards.length, first?.moreCount]).toEqual([1, 2]);
});

it('shows those of the indices that are named', () => {
  const map = shardMap(ROWS, ['n1'], { filter: 'b', most: 10 });
  expect(map.map(({ shards }) => short(shards))).toEqual([['b2p', 'b10p']]);
});
