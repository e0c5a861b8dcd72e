import { atOnce, inSlices, Slices, soonInSlices } from './in_slices.js';
import { onceFor } from './once_for.js';

/**
 * A clock that advances a millisecond with every reading, and timers that count turns and fire at
 * once.
 */
function world() {
  let nowMs = 0;
  let turns = 0;
  return {
    clock: { monotonicMs: () => nowMs++ },
    timers: {
      after: (_delayMs: number, callback: () => void) => {
        turns++;
        callback();
        return { cancel: () => {} };
      },
    },
    turns: () => turns,
  };
}

function* pieces(count: number, done: number[]): Generator<void, string> {
  for (let i = 0; i < count; i++) {
    done.push(i);
    yield;
  }
  return 'end';
}

it('gives others a turn every few milliseconds, and none when the work is short', async () => {
  const long = world();
  const done: number[] = [];
  expect(await inSlices(pieces(100, done), long)).toBe('end');
  expect(done).toHaveLength(100);
  expect(long.turns()).toBeGreaterThan(10);
  const short = world();
  await inSlices(pieces(1, []), short);
  expect(short.turns()).toBe(0);
});

it('rejects with what the work throws', async () => {
  const work = (function* (): Generator<void, void> {
    yield;
    throw new Error('in the middle');
  })();
  await expect(inSlices(work, world())).rejects.toThrow('in the middle');
});

it('does all of it at once when asked to', () => {
  const done: number[] = [];
  expect(atOnce(pieces(5, done))).toBe('end');
  expect(done).toEqual([0, 1, 2, 3, 4]);
});

it('works out what follows from an object once, undefined too', () => {
  let made = 0;
  const of = onceFor((_key: object) => {
    made++;
    return undefined;
  });
  const [a, b] = [{}, {}];
  expect([of(a), of(a), of(b)]).toEqual([undefined, undefined, undefined]);
  expect(made).toBe(2);
});

test('what is short is given at once, what is long as a promise', async () => {
  expect(soonInSlices(pieces(1, []), world())).toBe('end');
  const done: number[] = [];
  const soon = soonInSlices(pieces(100, done), world());
  expect(done.length).toBeLessThan(100);
  expect(await soon).toBe('end');
  expect(done).toHaveLength(100);
});

test('pieces that are awaited one after another pause when their slice is over, and only then', async () => {
  const turns = world();
  const slices = new Slices(turns);
  let pauses = 0;
  for (let i = 0; i < 100; i++) {
    const pause = slices.pause();
    if (pause === undefined) continue;
    pauses++;
    await pause;
  }
  expect(pauses).toBeGreaterThan(5);
  expect(pauses).toBeLessThan(100);
});

it('others get their turn at once, without a pause', async () => {
  const delays: number[] = [];
  const { clock, timers } = world();
  const told = {
    clock,
    timers: {
      after: (delayMs: number, callback: () => void) => {
        delays.push(delayMs);
        return timers.after(delayMs, callback);
      },
    },
  };
  await inSlices(pieces(20, []), told);
  await soonInSlices(pieces(20, []), told);
  expect(delays.length).toBeGreaterThan(2);
  expect(new Set(delays)).toEqual(new Set([0]));
});

it('ends a slice after three milliseconds, and goes on when the others had their turn', async () => {
  let nowMs = 0;
  const waiting: (() => void)[] = [];
  const turns = {
    clock: { monotonicMs: () => nowMs },
    timers: {
      after: (_delayMs: number, callback: () => void) => {
        waiting.push(callback);
        return { cancel: () => {} };
      },
    },
  };
  const slices = new Slices(turns);
  nowMs = 2.9;
  expect(slices.pause()).toBeUndefined();
  nowMs = 3;
  expect(slices.pause()).toBeDefined();
  waiting.length = 0;
  const done: number[] = [];
  const work = (function* () {
    for (let i = 0; i < 4; i++) {
      done.push(i);
      nowMs += 2;
      yield;
    }
  })();
  const ended = inSlices(work, turns);
  for (let i = 0; i < 10; i++) await Promise.resolve();
  expect([done, waiting.length]).toEqual([[0, 1], 1]);
  waiting.pop()?.();
  for (let i = 0; i < 10; i++) await Promise.resolve();
  expect([done, waiting.length]).toEqual([[0, 1, 2, 3], 1]);
  waiting.pop()?.();
  await ended;
});
