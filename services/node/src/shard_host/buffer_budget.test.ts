import { keepWithin } from './buffer_budget.js';

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
