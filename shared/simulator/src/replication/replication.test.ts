/** docs/specs/replication.md: R1 to R6 and L2, L3 over a few hundred worlds; every planted error found by its recorded seed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPLICATION_MUTANTS } from './mutants.js';
import { simulateReplicatedEngines, simulateReplication } from './simulate.js';

const RECORD = join(__dirname, '../../testdata/replication_mutants.json');
const KILLS: Record<string, { seed: number; invariant: string }> = JSON.parse(
  readFileSync(RECORD, 'utf8'),
);

const SEEDS = 150;
/** On disks in memory that lose power; each takes half a second. */
const ENGINE_SEEDS = 8;

test(`R1 R2 R3 R4 R5 R6 L2 L3: ${SEEDS} worlds break no invariant`, () => {
  let acknowledged = 0;
  let terms = 0;
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { report, violation } = simulateReplication(seed);
    expect({ seed, violation: violation?.message }).toEqual({ seed, violation: undefined });
    acknowledged += report?.acknowledged ?? 0;
    terms += report?.terms ?? 0;
  }
  expect(acknowledged).toBeGreaterThan(50 * SEEDS);
  expect(terms).toBeGreaterThan(2 * SEEDS);
});

test(`R1 R2 R3 R4 R5 R6 L2 L3: ${ENGINE_SEEDS} worlds of real engines break no invariant`, () => {
  for (let seed = 1; seed <= ENGINE_SEEDS; seed++) {
    const { violation } = simulateReplicatedEngines(seed);
    expect({ seed, violation: violation?.message }).toEqual({ seed, violation: undefined });
  }
});

test('the same seed is the same run', () => {
  for (let seed = 500; seed < 505; seed++) {
    expect(simulateReplication(seed).trace).toBe(simulateReplication(seed).trace);
  }
  expect(simulateReplication(500).trace).not.toBe(simulateReplication(501).trace);
});

describe('a planted error is found', () => {
  test.each(Object.keys(REPLICATION_MUTANTS))('%s', (mutant) => {
    const { seed, invariant } = KILLS[mutant];
    expect(simulateReplication(seed, mutant).violation?.invariant).toBe(invariant);
    expect(simulateReplication(seed).violation).toBeUndefined();
  });
});
