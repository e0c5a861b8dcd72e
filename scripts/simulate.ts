/**
 * Runs a core of the cluster in simulated worlds, one per seed, and checks every event. A failure
 * prints its seed; the same seed repeats it exactly. Every hundredth seed runs twice and must leave
 * the same trace. With a mutant, an error is planted in one rule, and the run succeeds when a seed
 * finds it. `--record` looks for such a seed for every mutant and writes the seeds to the
 * simulator's testdata: this is needed when a change of core or generator has given the old seeds
 * other worlds.
 *
 *     npm run simulate -- [--core NAME [--variant NAME]] [--seed N] [--seeds COUNT] [--minutes N] [--keep-going] [--mutant NAME | --record]
 *       --core        coordination (the default), replication, lifecycle, snapshots, or engines:
 *                     replication with real engines
 *       --variant     for replication and engines: segments (replicas copy the primary's
 *                     segments); for replication also: remote (a log in a remote store) and
 *                     remote_segments (both)
 *       --seed        the first seed; taken from the clock by default
 *       --seeds       the number of consecutive seeds (1)
 *       --minutes     run consecutive seeds for this time instead
 *       --keep-going  continue after a seed that fails
 *       --mutant      plant an error in one rule: the run succeeds when a seed finds the error
 *       --record      find a seed for every mutant and store the seeds for the tests; needs --seed
 *                     and --seeds
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { commandLine } from './command_line.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TWICE_EVERY = 100;
const { values: options } = commandLine(import.meta, {
  options: {
    seed: Date.now() % 1_000_000_000,
    seeds: 1,
    minutes: Number.POSITIVE_INFINITY,
    core: 'coordination',
    variant: { type: 'string' },
    mutant: { type: 'string' },
    record: false,
    'keep-going': false,
  },
});

execFileSync(resolve(ROOT, 'node_modules/.bin/tsc'), ['-b', resolve(ROOT, 'shared/simulator')], {
  stdio: 'inherit',
});
const {
  COORDINATION_MUTANTS,
  LIFECYCLE_MUTANTS,
  REMOTE_MUTANTS,
  REPLICATION_MUTANTS,
  SEGMENT_MUTANTS,
  SNAPSHOT_MUTANTS,
  simulateCoordination,
  simulateLifecycle,
  simulateRemote,
  simulateRemoteSegments,
  simulateReplicatedEngines,
  simulateReplication,
  simulateSegmentEngines,
  simulateSegments,
  simulateSnapshots,
} = await import('@skein/simulator');

interface Run {
  readonly report: object | undefined;
  readonly violation: { readonly message: string; readonly invariant: string } | undefined;
  readonly trace: string;
}

interface Core {
  readonly mutants: readonly string[];
  readonly run: (seed: number, mutant?: string) => Run | Promise<Run>;
  /** Where the seeds that find the mutants are kept. */
  readonly record: string;
  /**
   * True when the violation of this invariant counts as finding the mutant: a safety invariant, if
   * the core has one that can break.
   */
  readonly isKill: (invariant: string) => boolean;
}

const CORES: Readonly<Record<string, Core>> = {
  coordination: {
    mutants: Object.keys(COORDINATION_MUTANTS),
    run: simulateCoordination,
    record: 'mutants.json',
    isKill: (invariant) => invariant.startsWith('C'),
  },
  replication: {
    mutants: Object.keys(REPLICATION_MUTANTS),
    run: simulateReplication,
    record: 'replication_mutants.json',
    isKill: () => true,
  },
  lifecycle: {
    mutants: Object.keys(LIFECYCLE_MUTANTS),
    run: simulateLifecycle,
    record: 'lifecycle_mutants.json',
    isKill: () => true,
  },
  snapshots: {
    mutants: Object.keys(SNAPSHOT_MUTANTS),
    run: (seed, mutant) => simulateSnapshots(seed, () => setImmediate(), mutant),
    record: 'snapshots_mutants.json',
    isKill: () => true,
  },
  engines: { mutants: [], run: simulateReplicatedEngines, record: '', isKill: () => false },
  'replication/remote': {
    mutants: Object.keys(REMOTE_MUTANTS),
    run: simulateRemote,
    record: 'remote_mutants.json',
    isKill: () => true,
  },
  'replication/remote_segments': {
    mutants: [],
    run: simulateRemoteSegments,
    record: '',
    isKill: () => false,
  },
  'replication/segments': {
    mutants: Object.keys(SEGMENT_MUTANTS),
    run: simulateSegments,
    record: 'segment_mutants.json',
    isKill: () => true,
  },
  'engines/segments': {
    mutants: [],
    run: simulateSegmentEngines,
    record: '',
    isKill: () => false,
  },
};
const variant = options.variant === undefined ? '' : `/${options.variant}`;
const core = CORES[options.core + variant];
if (core === undefined) {
  console.error(`no core [${options.core}${variant}]; there are ${Object.keys(CORES).join(', ')}`);
  process.exit(2);
}
const { mutants, run: simulate, record: recordName, isKill } = core;

const first = options.seed;
const count = options.seeds;
process.exitCode = options.record ? await record() : await explore(options.mutant);

/** Runs seeds until one fails (or all, with `--keep-going`), and prints what was done. */
async function explore(mutant: string | undefined): Promise<number> {
  if (mutant !== undefined && !mutants.includes(mutant)) {
    console.error(`no mutant [${mutant}]; there are ${mutants.join(', ')}`);
    return 2;
  }
  const totals = new Map<string, number>();
  let seeds = 0;
  let failed = 0;
  const startedMs = performance.now();
  const endMs = startedMs + options.minutes * 60_000;
  const end = Number.isFinite(options.minutes) ? Number.POSITIVE_INFINITY : first + count;
  for (let seed = first; seed < end && performance.now() < endMs; seed++) {
    seeds++;
    const run = await simulate(seed, mutant);
    if (seeds % TWICE_EVERY === 0 && (await simulate(seed, mutant)).trace !== run.trace) {
      console.error(`seed ${seed}: two runs differ`);
      failed++;
    }
    if (run.violation) {
      failed++;
      const planted = mutant === undefined ? '' : ` --mutant ${mutant}`;
      const varied = options.variant === undefined ? '' : ` --variant ${options.variant}`;
      const again = `npm run simulate -- --core ${options.core}${varied} --seed ${seed}${planted}`;
      console.error(`seed ${seed}: ${run.violation.message}\n  ${again}`);
      if (!options['keep-going']) break;
    }
    for (const [name, value] of Object.entries(run.report ?? {})) {
      if (name !== 'trace') totals.set(name, (totals.get(name) ?? 0) + Number(value));
    }
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const sums = [...totals].map(([name, value]) => `${value} ${name}`);
  console.log(
    `${seeds} seeds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)} a second): ` +
      `${[`${failed} failed`, ...sums].join(', ')}`,
  );
  return (mutant === undefined) === (failed === 0) ? 0 : 1;
}

/** Finds for every mutant the first seed at which an invariant breaks. */
async function record(): Promise<number> {
  const found: Record<string, { seed: number; invariant: string }> = {};
  let missed = 0;
  for (const mutant of mutants) {
    const kill = await firstKill(mutant);
    if (kill === undefined) missed++;
    else found[mutant] = kill;
    console.log(`${mutant}: ${kill ? `${kill.invariant} at seed ${kill.seed}` : 'not found'}`);
  }
  const path = resolve(ROOT, 'shared/simulator/testdata', recordName);
  writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`);
  return missed === 0 ? 0 : 1;
}

async function firstKill(mutant: string): Promise<{ seed: number; invariant: string } | undefined> {
  for (let seed = first; seed < first + count; seed++) {
    const { violation } = await simulate(seed, mutant);
    if (violation === undefined || !isKill(violation.invariant)) continue;
    // A world that breaks without the mutant says nothing of it.
    if ((await simulate(seed)).violation !== undefined) {
      console.log(`seed ${seed} fails without a mutant`);
      continue;
    }
    return { seed, invariant: violation.invariant };
  }
  return undefined;
}
