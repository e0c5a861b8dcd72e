/** The rate limit of a task with a manual clock. */
import type { Timers } from '@skein/base';
import { Pace } from './pace.js';

function setUp(perSecond: number) {
  let nowMs = 0;
  const waiting: { at: number; callback: () => void; cancelled: boolean }[] = [];
  const timers: Timers = {
    after: (delayMs, callback) => {
      const entry = { at: nowMs + delayMs, callback, cancelled: false };
      waiting.push(entry);
      return {
        cancel: () => {
          entry.cancelled = true;
        },
      };
    },
  };
  const pace = new Pace(perSecond, { clock: { nowMs: () => 0, monotonicMs: () => nowMs }, timers });
  const goTo = (ms: number) => {
    nowMs = ms;
    for (const entry of waiting.splice(0)) {
      if (entry.cancelled) continue;
      if (entry.at <= ms) entry.callback();
      else waiting.push(entry);
    }
  };
  return { pace, goTo, signal: new AbortController() };
}

test('a page is given the time its documents earn, less what it took', async () => {
  const { pace, goTo, signal } = setUp(10);
  goTo(300);
  let isOver = false;
  const wait = pace.after(5, 100, signal.signal).then(() => {
    isOver = true;
  });
  expect(pace.untilMs).toBe(300);
  goTo(500);
  await Promise.resolve();
  expect([pace.untilMs, isOver]).toEqual([100, false]);
  goTo(600);
  await wait;
  expect([pace.untilMs, pace.throttledMs]).toEqual([0, 300]);
});

test('without a limit, or when the page took long enough, nothing is waited for', async () => {
  const unlimited = setUp(Number.POSITIVE_INFINITY);
  await unlimited.pace.after(1000, 0, unlimited.signal.signal);
  const slow = setUp(10);
  slow.goTo(1000);
  await slow.pace.after(5, 0, slow.signal.signal);
  expect([unlimited.pace.throttledMs, slow.pace.throttledMs]).toEqual([0, 0]);
});

test('a faster pace shortens the wait that is on, a slower one does not lengthen it', async () => {
  const { pace, goTo, signal } = setUp(1);
  const wait = pace.after(10, 0, signal.signal);
  pace.change(0.5);
  expect(pace.untilMs).toBe(10_000);
  goTo(2000);
  pace.change(4);
  expect(pace.untilMs).toBe(1000);
  goTo(3000);
  await wait;
  expect([pace.throttledMs, pace.perSecond]).toEqual([3000, 4]);
});

test('an abort ends the wait', async () => {
  const { pace, signal } = setUp(1);
  const wait = pace.after(10, 0, signal.signal);
  signal.abort('enough');
  await wait;
  expect(pace.untilMs).toBe(0);
  await pace.after(10, 0, signal.signal);
});
