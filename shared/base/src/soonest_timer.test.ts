import { getEventListeners } from 'node:events';
import { CloseStack } from './close_stack.js';
import { pauseFor, SoonestTimer } from './soonest_timer.js';

/** A clock and timers that a test moves by hand. */
function world() {
  let nowMs = 0;
  const waiting = new Set<{ readonly atMs: number; readonly callback: () => void }>();
  const parts = {
    clock: { monotonicMs: () => nowMs },
    timers: {
      after: (delayMs: number, callback: () => void) => {
        const entry = { atMs: nowMs + delayMs, callback };
        waiting.add(entry);
        return { cancel: () => void waiting.delete(entry) };
      },
    },
  };
  const moveTo = (ms: number): void => {
    nowMs = ms;
    for (const entry of [...waiting]) {
      if (entry.atMs > nowMs) continue;
      waiting.delete(entry);
      entry.callback();
    }
  };
  return { parts, moveTo, waiting };
}

test('the earliest request counts, and a later one does not delay it', () => {
  const { parts, moveTo, waiting } = world();
  let works = 0;
  const timer = new SoonestTimer(parts, () => works++);
  timer.in(50);
  timer.in(100);
  timer.in(20);
  timer.in(20);
  expect(waiting.size).toBe(1);
  moveTo(19);
  expect(works).toBe(0);
  moveTo(20);
  expect(works).toBe(1);
  moveTo(200);
  expect(works).toBe(1);
  timer.in(50);
  moveTo(250);
  expect(works).toBe(2);
});

test('a stopped timer does nothing any more', () => {
  const { parts, moveTo, waiting } = world();
  let works = 0;
  const timer = new SoonestTimer(parts, () => works++);
  timer.in(10);
  timer.stop();
  timer.in(5);
  moveTo(100);
  expect([works, waiting.size]).toEqual([0, 0]);
});

test('a pause ends after its time or by its signal, and leaves nothing behind', async () => {
  const { parts, moveTo, waiting } = world();
  const waits = new AbortController();
  const first = pauseFor(10, parts.timers, waits.signal);
  moveTo(10);
  await first;
  const second = pauseFor(10, parts.timers, waits.signal);
  expect(waiting.size).toBe(1);
  waits.abort();
  await second;
  expect(waiting.size).toBe(0);
  expect(getEventListeners(waits.signal, 'abort')).toEqual([]);
  await pauseFor(10, parts.timers, waits.signal);
  expect(waiting.size).toBe(0);
});

test('a pause that has ended does not listen to its signal any more', async () => {
  const { parts, moveTo } = world();
  const { signal } = new AbortController();
  const pause = pauseFor(10, parts.timers, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  moveTo(10);
  await pause;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('everything is closed in reverse order, and the first failure is told', async () => {
  const closed: string[] = [];
  const stack = new CloseStack();
  for (const name of ['a', 'b', 'c']) {
    stack.add(name, async () => {
      closed.push(name);
      if (name !== 'a') throw new Error(name);
    });
  }
  await expect(stack.close()).rejects.toThrow('c');
  expect(closed).toEqual(['c', 'b', 'a']);
  await stack.close();
  expect(closed).toHaveLength(3);
});
