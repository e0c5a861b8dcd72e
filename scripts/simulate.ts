/**
 * `npm run simulate -- --seed N [--seeds COUNT] [--mutant NAME]`: runs cores of the cluster in simulated worlds, one a seed, and checks every
 * event. A failure prints its seed; the same seed repeats it exactly. Every hundredth seed runs twice and must leave the same trace.
 * With a mutant, an error is planted in one rule, and the run is good when a seed finds it. `--record` looks for such a seed for every mutant
 * and writes them to the simulator's testdata: needed when a change of core or generator has given the old seeds other worlds.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');
const RECORD = resolve(ROOT, 'shared/simulator/testdata/mutants.json');
const TWICE_EVERY = 100;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    seeds: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    record: { type: 'boolean', default: false },
    'keep-going': { type: 'boolean', default: false },
  },
});

execFileSync(resolve(ROOT, 'node_modules/.bin/tsc'), ['-b', resolve(ROOT, 'shared/simulator')], {
  stdio: 'inherit',
});
const { COORDINATION_MUTANTS, simulateCoordination } = await import('@skein/simulator');

const first = Number(options.seed);
const count = Number(options.seeds);
process.exitCode = options.record ? record() : explore(options.mutant);

/** Runs seeds until one fails (or all, with `--keep-going`), and says what was done. */
function explore(mutant: string | undefined): number {
  if (mutant !== undefined && !(mutant in COORDINATION_MUTANTS)) {
    const names = Object.keys(COORDINATION_MUTANTS).join(', ');
    console.error(`no mutant [${mutant}]; there are ${names}`);
    return 2;
  }
  const totals = { seeds: 0, failed: 0, events: 0, elections: 0, committed: 0, operations: 0 };
  let gaveUp = 0;
  const startedMs = performance.now();
  for (let seed = first; seed < first + count; seed++) {
    totals.seeds++;
    const run = simulateCoordination(seed, mutant);
    const isTwice = totals.seeds % TWICE_EVERY === 0;
    if (isTwice && simulateCoordination(seed, mutant).trace !== run.trace) {
      console.error(`seed ${seed}: two runs differ`);
      totals.failed++;
    }
    if (run.violation) {
      totals.failed++;
      const planted = mutant === undefined ? '' : ` --mutant ${mutant}`;
      const again = `npm run simulate -- --seed ${seed}${planted}`;
      console.error(`seed ${seed}: ${run.violation.message}\n  ${again}`);
      if (!options['keep-going']) break;
    }
    totals.events += run.report?.events ?? 0;
    totals.elections += run.report?.elections ?? 0;
    totals.committed += run.report?.committed ?? 0;
    totals.operations += run.report?.operations ?? 0;
    if (run.report?.gaveUp) gaveUp++;
  }
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(
    `${totals.seeds} seeds in ${seconds.toFixed(1)} s (${(totals.seeds / seconds).toFixed(0)} a second): ` +
      `${totals.failed} failed, ${totals.events} events, ${totals.elections} elections, ${totals.committed} commits, ` +
      `${totals.operations} register operations, ${gaveUp} histories too long to judge`,
  );
  return (mutant === undefined) === (totals.failed === 0) ? 0 : 1;
}

/** The first seed for every mutant at which a safety invariant breaks. */
function record(): number {
  const found: Record<string, { seed: number; invariant: string }> = {};
  let missed = 0;
  for (const mutant of Object.keys(COORDINATION_MUTANTS)) {
    const kill = firstKill(mutant);
    if (kill === undefined) missed++;
    else found[mutant] = kill;
    console.log(`${mutant}: ${kill ? `${kill.invariant} at seed ${kill.seed}` : 'not found'}`);
  }
  writeFileSync(RECORD, `${JSON.stringify(found, null, 2)}\n`);
  return missed === 0 ? 0 : 1;
}

function firstKill(mutant: string): { seed: number; invariant: string } | undefined {
  for (let seed = first; seed < first + count; seed++) {
    const { violation } = simulateCoordination(seed, mutant);
    if (violation?.invariant.startsWith('C')) return { seed, invariant: violation.invariant };
  }
  return undefined;
}
