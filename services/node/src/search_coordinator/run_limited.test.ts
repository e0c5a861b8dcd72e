import { runInTurns, runLimited } from './run_limited.js';

test('tasks that wait for nobody leave turns to others, and keep their order', async () => {
  let nowMs = 0;
  let turnsOfOthers = 0;
  const turns = {
    clock: { monotonicMs: () => nowMs },
    timers: {
      after: (_delayMs: number, callback: () => void) => {
        turnsOfOthers++;
        const next = setImmediate(callback);
        return { cancel: () => clearImmediate(next) };
      },
    },
  };
  const items = Array.from({ length: 1000 }, (_, i) => i);
  const results = await runInTurns(items, { limit: 10, turns }, async (item) => {
    nowMs += 0.1;
    return item;
  });
  expect(results).toEqual(items);
  // A tenth of a millisecond each, in slices of three.
  expect(turnsOfOthers).toBeGreaterThan(30);
});

test('no more than a thousand begin at once, whatever number is asked for', async () => {
  let [running, most] = [0, 0];
  const items = Array.from({ length: 5000 }, (_, i) => i);
  const results = await runLimited(items, 2_147_483_647, async (item) => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return item;
  });
  expect(results).toEqual(items);
  expect(most).toBe(1024);
});
