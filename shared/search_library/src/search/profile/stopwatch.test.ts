import { breakdownOf, nanosOf, Stopwatch } from './stopwatch.js';

/** A clock that advances by a millisecond with each reading. */
function ticking() {
  let looks = 0;
  return { read: () => looks++, looks: () => looks };
}

test('every step is counted; of very many, few are timed, and those stand for the others', () => {
  const { read, looks } = ticking();
  const watch = new Stopwatch(read);
  const steps = 100_000;
  for (let i = 0; i < steps; i++) watch.time(() => undefined);
  expect(watch.count).toBe(steps);
  expect(looks()).toBeLessThan(steps / 20);
  // Each step took a millisecond; the last ones are not timed yet.
  expect(watch.nanos).toBeGreaterThan(0.98 * steps * 1e6);
  expect(watch.nanos).toBeLessThanOrEqual(steps * 1e6);
});

test('the first 256 steps are all timed, and the next ones every other', () => {
  const { read, looks } = ticking();
  const watch = new Stopwatch(read);
  const step = () => watch.time(() => undefined);
  for (let i = 0; i < 256; i++) step();
  expect(looks()).toBe(2 * 256);
  step();
  expect(looks()).toBe(2 * 256);
  step();
  expect(looks()).toBe(2 * 257);
  expect(watch.nanos).toBe(258 * 1e6);
});

test('a step of no time has been taken all the same', () => {
  const watch = new Stopwatch(() => 0);
  watch.time(() => undefined);
  expect(watch.nanos).toBe(1);
});

test('steps at once', () => {
  const { read } = ticking();
  const watch = new Stopwatch(read);
  watch.startMany(4096);
  watch.stopMany();
  expect(breakdownOf({ collect: watch })).toEqual({ collect: 1e6, collect_count: 4096 });
  expect(nanosOf({ one: watch, other: watch })).toBe(2e6);
  for (let i = 0; i < 100; i++) watch.time(() => undefined);
  const single = 100 - (100 % 17);
  expect(breakdownOf({ collect: watch })).toEqual({
    collect: (1 + single) * 1e6,
    collect_count: 4196,
  });
});
