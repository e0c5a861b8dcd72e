import { systemTimers } from './system_timers.js';

const MONTH_MS = 30 * 24 * 3600 * 1000;

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test.each([1, MONTH_MS, 3 * MONTH_MS])('a delay of %d ms ends then', (delayMs) => {
  let fired = 0;
  systemTimers.after(delayMs, () => fired++);
  jest.advanceTimersByTime(delayMs - 1);
  expect(fired).toBe(0);
  jest.advanceTimersByTime(1);
  expect(fired).toBe(1);
});

test('a long delay can be cancelled at any time', () => {
  let fired = 0;
  const timer = systemTimers.after(3 * MONTH_MS, () => fired++);
  jest.advanceTimersByTime(2 * MONTH_MS);
  timer.cancel();
  jest.advanceTimersByTime(2 * MONTH_MS);
  expect(fired).toBe(0);
});
