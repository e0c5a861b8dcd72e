import { BufferBudget, keepWithin } from './buffer_budget.js';

function shards(...sizes: number[]) {
  return sizes.map((size) => ({
    bufferedBytes: size,
    emptyBuffer() {
      this.bufferedBytes = 0;
    },
  }));
}

it.each([
  [[10, 20, 30], 60, [10, 20, 30]],
  [[10, 30, 20], 59, [10, 0, 20]],
  [[10, 30, 20], 25, [10, 0, 0]],
  [[10, 30, 20], 0, [0, 0, 0]],
])('of %j within %d remains %j', (before, limit, after) => {
  const all = shards(...before);
  keepWithin(limit, all);
  expect(all.map(({ bufferedBytes }) => bufferedBytes)).toEqual(after);
});

test('of several threads the one that holds most makes room', () => {
  const held = new SharedArrayBuffer(8);
  const mebi = 1024 * 1024;
  const budgets = [0, 1].map((slot) => new BufferBudget({ limitBytes: 100 * mebi, held, slot }));
  const [small, large] = [shards(10 * mebi, 20 * mebi), shards(40 * mebi, 35 * mebi)];
  const sizes = () => [small, large].map((list) => list.map((each) => each.bufferedBytes / mebi));
  budgets[1]?.keep(large);
  budgets[0]?.keep(small);
  expect(sizes()).toEqual([
    [10, 20],
    [40, 35],
  ]);
  budgets[1]?.keep(large);
  expect(sizes()).toEqual([
    [10, 20],
    [0, 35],
  ]);
  budgets[0]?.keep(small);
  expect(sizes()).toEqual([
    [10, 20],
    [0, 35],
  ]);
});
