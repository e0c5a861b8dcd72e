/**
 * `npm run simulate -- --seed N [--seeds COUNT] [--mutant NAME]`: runs cores of the cluster in simulated worlds, one a seed, and checks every
 * event. A failure prints its seed; the same seed repeats it exactly. Every hundredth seed runs twice and must leave the same trace.
 * With a mutant, an error is planted in one rule, and the run is good when a seed finds it.
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = resolve(import.meta.dirname, '..');

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    seeds: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
  },
});

execFileSync(resolve(ROOT, 'node_modules/.bin/tsc'), ['-b', resolve(ROOT, 'shared/simulator')], {
  stdio: 'inherit',
});
const { COORDINATION_MUTANTS, simulateCoordination } = await import('@skein/simulator');

const { mutant } = options;
if (mutant !== undefined && !(mutant in COORDINATION_MUTANTS)) {
  console.error(`no mutant [${mutant}]; there are ${Object.keys(COORDINATION_MUTANTS).join(', ')}`);
  process.exit(2);
}

const TWICE_EVERY = 100;
const first = Number(options.seed);
const count = Number(options.seeds);
const totals = { events: 0, committed: 0, elections: 0, operations: 0, gaveUp: 0, failed: 0 };
const startedMs = performance.now();
let ran = 0;
for (let seed = first; seed < first + count; seed++) {
  ran++;
  const run = simulateCoordination(seed, mutant);
  if (ran % TWICE_EVERY === 0 && simulateCoordination(seed, mutant).trace !== run.trace) {
    console.error(`seed ${seed}: two runs differ`);
    totals.failed++;
  }
  if (run.violation) {
    totals.failed++;
    const again = `npm run simulate -- --seed ${seed}${mutant === undefined ? '' : ` --mutant ${mutant}`}`;
    console.error(`seed ${seed}: ${run.violation.message}\n  ${again}`);
    if (!options['keep-going']) break;
  } else if (run.report) {
    const { gaveUp, trace: _trace, ...counts } = run.report;
    totals.events += counts.events;
    totals.committed += counts.committed;
    totals.elections += counts.elections;
    totals.operations += counts.operations;
    if (gaveUp) totals.gaveUp++;
  }
}
const seconds = (performance.now() - startedMs) / 1000;
console.log(
  `${ran} seeds in ${seconds.toFixed(1)} s (${(ran / seconds).toFixed(0)} a second): ${totals.failed} failed, ` +
    `${totals.events} events, ${totals.elections} elections, ${totals.committed} commits, ` +
    `${totals.operations} register operations (${totals.gaveUp} histories too long to judge)`,
);
const isGood = mutant === undefined ? totals.failed === 0 : totals.failed > 0;
process.exitCode = isGood ? 0 : 1;
