/**
 * docs/specs/coordination.md: C1 to C8, L1 and Q hold over a few hundred worlds; the recorded seed
 * of every planted error finds it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { worldsFrom } from '../testing/worlds.js';
import { COORDINATION_MUTANTS } from './mutants.js';
import { simulateCoordination } from './simulate.js';

const RECORD = join(__dirname, '../../testdata/mutants.json');
const KILLS: Record<string, { seed: number; invariant: string }> = JSON.parse(
  readFileSync(RECORD, 'utf8'),
);

/** The seed of the first world; `SEED=<number>` repeats a run. */
const { seed: FIRST = 1 } = fc.readConfigureGlobal() ?? {};
const SEEDS = 300;

test(`C1 C2 C3 C4 C5 C6 C7 C8 L1 Q: ${SEEDS} worlds break no invariant`, () => {
  const { violations, total } = worldsFrom(FIRST, SEEDS, (seed) => simulateCoordination(seed));
  expect(violations).toEqual([]);
  expect(total(({ committed }) => committed)).toBeGreaterThan(3 * SEEDS);
  expect(total(({ operations }) => operations)).toBeGreaterThan(3 * SEEDS);
});

test('the same seed is the same run', () => {
  for (let seed = 500; seed < 510; seed++) {
    expect(simulateCoordination(seed).trace).toBe(simulateCoordination(seed).trace);
  }
  expect(simulateCoordination(500).trace).not.toBe(simulateCoordination(501).trace);
});

describe('a planted error is found', () => {
  test.each(Object.keys(COORDINATION_MUTANTS))('%s', (mutant) => {
    const { seed, invariant } = KILLS[mutant];
    const { violation } = simulateCoordination(seed, mutant);
    expect(violation?.invariant).toBe(invariant);
    expect(simulateCoordination(seed).violation).toBeUndefined();
  });
});
