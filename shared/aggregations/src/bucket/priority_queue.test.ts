import { LucenePriorityQueue } from './priority_queue.js';

const SCORES = [1, 3, 3, 2, 3, 3];

function kept(most: number, items: readonly number[]): readonly number[] {
  const queue = new LucenePriorityQueue(most, (a, b) => SCORES[a] < SCORES[b]);
  for (const item of items) queue.insert(item);
  return Array.from({ length: queue.size }, () => queue.pop());
}

test('the greatest stay, least first', () => {
  expect(kept(3, [0, 3, 1]).map((item) => SCORES[item])).toEqual([1, 2, 3]);
});

test('one that is as great as the least of a full heap does not come in', () => {
  expect(kept(2, [1, 2, 4, 5]).toSorted()).toEqual([1, 2]);
});

test('of equal ones the first is followed by the last, as in a heap of Lucene', () => {
  expect(kept(4, [1, 2, 4, 5])).toEqual([1, 5, 4, 2]);
});
