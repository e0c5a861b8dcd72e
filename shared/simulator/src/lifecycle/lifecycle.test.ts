/** L1 to L5 hold over some days of logs; one of the first worlds finds every planted error. */
import fc from 'fast-check';
import { worldsFrom } from '../testing/worlds.js';
import { LIFECYCLE_MUTANTS } from './mutants.js';
import { simulateLifecycle } from './simulate.js';

/** The seed of the first world; `SEED=<number>` repeats a run. */
const { seed: FIRST = 1 } = fc.readConfigureGlobal() ?? {};
const SEEDS = 12;

test(`L1 L2 L3 L4 L5: ${SEEDS} days break no invariant`, () => {
  const { violations, total } = worldsFrom(FIRST, SEEDS, (seed) => simulateLifecycle(seed));
  expect(violations).toEqual([]);
  expect(total(({ rollovers }) => rollovers)).toBeGreaterThan(30 * SEEDS);
  expect(total(({ deletions }) => deletions)).toBeGreaterThan(20 * SEEDS);
  expect(total(({ masters }) => masters)).toBeGreaterThan(15 * SEEDS);
});

test('the same seed is the same run', () => {
  expect(simulateLifecycle(77).trace).toBe(simulateLifecycle(77).trace);
  expect(simulateLifecycle(77).trace).not.toBe(simulateLifecycle(78).trace);
});

test.each(Object.keys(LIFECYCLE_MUTANTS))('a planted error is found: %s', (mutant) => {
  const seeds = Array.from({ length: 10 }, (_, i) => i + 1);
  const found = seeds.find((seed) => simulateLifecycle(seed, mutant).violation !== undefined);
  expect(found).toBeDefined();
});
