import { TimeShare } from './time_share.js';

test('what is used has to be made up for, what is not used is kept up to a limit', () => {
  const clock = { nowMs: () => 0, monotonicMs: () => 100 };
  const share = new TimeShare({ clock, share: 0.5, mostMs: 5 });
  expect(share.has(100)).toBe(true);
  share.use(6);
  expect(share.has(101)).toBe(false);
  expect(share.has(102)).toBe(false);
  expect(share.has(103)).toBe(true);
  expect(share.has(10_000)).toBe(true);
  share.use(5);
  expect(share.has(10_000)).toBe(false);
});
