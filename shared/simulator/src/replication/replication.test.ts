/**
 * docs/specs/replication.md: R1 to R8, L2 and L3 hold over some worlds (`npm run simulate` has
 * more); the recorded seed of every planted error finds it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { worldsFrom } from '../testing/worlds.js';
import { REPLICATION_MUTANTS, SEGMENT_MUTANTS } from './mutants.js';
import {
  simulateReplicatedEngines,
  simulateReplication,
  simulateSegmentEngines,
  simulateSegments,
} from './simulate.js';

type Kills = Readonly<Record<string, { readonly seed: number; readonly invariant: string }>>;

function recorded(name: string): Kills {
  return JSON.parse(readFileSync(join(__dirname, '../../testdata', name), 'utf8'));
}

const KILLS = recorded('replication_mutants.json');
const SEGMENT_KILLS = recorded('segment_mutants.json');

/** The seed of the first world; `SEED=<number>` repeats a run. */
const { seed: FIRST = 1 } = fc.readConfigureGlobal() ?? {};
const SEEDS = 40;
/** Worlds with real engines on disks in memory that lose power; each takes half a second. */
const ENGINE_SEEDS = 3;
const SEGMENT_SEEDS = 10;
const SEGMENT_ENGINE_SEEDS = 2;

test(`R1 R2 R3 R4 R5 R6 L2 L3: ${SEEDS} worlds break no invariant`, () => {
  const { violations, total } = worldsFrom(FIRST, SEEDS, (seed) => simulateReplication(seed));
  expect(violations).toEqual([]);
  expect(total(({ acknowledged }) => acknowledged)).toBeGreaterThan(50 * SEEDS);
  expect(total(({ terms }) => terms)).toBeGreaterThan(SEEDS);
});

test(`R1 R2 R3 R4 R5 R6 L2 L3: ${ENGINE_SEEDS} worlds of real engines break no invariant`, () => {
  expect(worldsFrom(FIRST, ENGINE_SEEDS, simulateReplicatedEngines).violations).toEqual([]);
});

test(`R1 R2 R3 R4 R5 R6 R7 R8 L2 L3: ${SEGMENT_SEEDS} worlds whose replicas copy segments break no invariant`, () => {
  const { violations, total } = worldsFrom(FIRST, SEGMENT_SEEDS, (seed) => simulateSegments(seed));
  expect(violations).toEqual([]);
  expect(total(({ acknowledged }) => acknowledged)).toBeGreaterThan(20 * SEGMENT_SEEDS);
});

test('segments that come late, when a successor of the same term has brought newer ones, are not taken', () => {
  expect(simulateSegments(7_010_639).violation).toBeUndefined();
});

test('a new copy that has newer segments than its primary can give has what it needs', () => {
  expect(simulateSegments(7_020_491).violation).toBeUndefined();
});

test(`R1 R2 R3 R4 R5 R6 R7 R8 L2 L3: ${SEGMENT_ENGINE_SEEDS} such worlds of real engines break no invariant`, () => {
  expect(worldsFrom(1, SEGMENT_ENGINE_SEEDS, simulateSegmentEngines).violations).toEqual([]);
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

describe('a planted error of copied segments is found', () => {
  test.each(Object.keys(SEGMENT_MUTANTS))('%s', (mutant) => {
    const { seed, invariant } = SEGMENT_KILLS[mutant];
    expect(simulateSegments(seed, mutant).violation?.invariant).toBe(invariant);
    expect(simulateSegments(seed).violation).toBeUndefined();
  });
});
