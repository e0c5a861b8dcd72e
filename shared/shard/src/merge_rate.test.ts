import { MergeRate } from './merge_rate.js';

const MB = 1024 * 1024;

test('speeds up under a backlog, slows down without, within bounds', () => {
  const rate = new MergeRate();
  expect(rate.next(true)).toBeCloseTo(24 * MB, 0);
  expect(rate.next(false)).toBeCloseTo((24 / 1.1) * MB, 0);
  let last = 0;
  for (let i = 0; i < 60; i++) last = rate.next(true);
  expect(last).toBe(10_240 * MB);
  for (let i = 0; i < 100; i++) last = rate.next(false);
  expect(last).toBe(5 * MB);
});
