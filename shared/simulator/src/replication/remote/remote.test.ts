/**
 * docs/specs/remote_store.md: D1, D2 and D3 hold over worlds that lose all their disks; the
 * recorded seed of every planted error finds it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { worldsFrom } from '../../testing/worlds.js';
import { REMOTE_MUTANTS } from '../mutants.js';
import { simulateRemote, simulateRemoteSegments } from '../simulate.js';

const RECORD = join(__dirname, '../../../testdata/remote_mutants.json');
const KILLS: Record<string, { seed: number; invariant: string }> = JSON.parse(
  readFileSync(RECORD, 'utf8'),
);

/** The seed of the first world; `SEED=<number>` repeats a run. */
const { seed: FIRST = 1 } = fc.readConfigureGlobal() ?? {};
const SEEDS = 150;
const SEGMENT_SEEDS = 50;

test(`D1 D2 D3 R1 R2 R3 R4 R5 R6 L2 L3: ${SEEDS} worlds break no invariant`, () => {
  const { violations, total } = worldsFrom(FIRST, SEEDS, (seed) => simulateRemote(seed));
  expect(violations).toEqual([]);
  expect(total(({ acknowledged }) => acknowledged)).toBeGreaterThan(50 * SEEDS);
});

test(`D1 D2 D3 R1 R2 R3 R4 R5 R6 R7 R8 L2 L3: ${SEGMENT_SEEDS} worlds whose replicas copy segments break no invariant`, () => {
  const simulate = (seed: number) => simulateRemoteSegments(seed);
  expect(worldsFrom(FIRST, SEGMENT_SEEDS, simulate).violations).toEqual([]);
});

test('the same seed is the same run', () => {
  for (let seed = 500; seed < 503; seed++) {
    expect(simulateRemote(seed).trace).toBe(simulateRemote(seed).trace);
  }
});

describe('a planted error is found', () => {
  test.each(Object.keys(REMOTE_MUTANTS))('%s', (mutant) => {
    const { seed, invariant } = KILLS[mutant];
    expect(simulateRemote(seed, mutant).violation?.invariant).toBe(invariant);
    expect(simulateRemote(seed).violation).toBeUndefined();
  });
});
