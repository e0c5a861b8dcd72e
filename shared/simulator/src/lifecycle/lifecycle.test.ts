/** L1 to L5 hold over some days of logs; one of the first worlds finds every planted error. */
import fc from 'fast-check';
import { LIFECYCLE_MUTANTS } from './mutants.js';
import { simulateLifecycle } from './simulate.js';

/** The seed of the first world; `SEED=<number>` repeats a run. */
const { seed: FIRST = 1 } = fc.readConfigureGlobal() ?? {};
const SEEDS = 12;

test(`L1 L2 L3 L4 L5: ${SEEDS} days break no invariant`, () => {
  let [rollovers, deletions, masters] = [0, 0, 0];
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const { report, violation } = simulateLifecycle(seed);
    expect({ seed, violation: violation?.message }).toEqual({ seed, violation: undefined });
    rollovers += report?.rollovers ?? 0;
    deletions += report?.deletions ?? 0;
    masters += report?.masters ?? 0;
  }
  expect(rollovers).toBeGreaterThan(30 * SEEDS);
  expect(deletions).toBeGreaterThan(20 * SEEDS);
  expect(masters).toBeGreaterThan(15 * SEEDS);
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
