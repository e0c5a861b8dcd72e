import { birthMs, systemClock } from './system_clock.js';

test('the birth of a thread does not depend on waits between two readings', () => {
  let nowMs = 1_000;
  let readings = 0;
  const processMs = () => {
    const read = nowMs;
    readings++;
    // Other threads run for 17 ms, nearly always.
    if (readings !== 6) nowMs += 17;
    return read;
  };
  expect(birthMs(processMs, () => nowMs - 400)).toBe(400);
});

test('the clock goes forward', () => {
  const first = systemClock.monotonicMs();
  const second = systemClock.monotonicMs();
  expect(second).toBeGreaterThanOrEqual(first);
});
