/**
 * `npm run check`: runs what must hold before a commit, in about two minutes for the usual
 * change. Each step is a command a developer can type. The unit tests are those that reach a file
 * changed since `origin/main`; `--all` runs the others too, and `--static` leaves them out, for
 * developers who run `npm test` next.
 */
import { spawnSync } from 'node:child_process';
import { commandLine } from './command_line.ts';

type Step = readonly [name: string, command: string, ...args: string[]];

const STATIC_STEPS: readonly Step[] = [
  ['build', 'node', 'scripts/build.ts'],
  ['types of tests and scripts', 'tsc', '-p', 'tsconfig.tests.json'],
  ['lint and format', 'biome', 'check', '.'],
  ['tidy', 'node', 'scripts/tidy/main.ts'],
  ['generated pages', 'node', 'scripts/compatibility.ts', '--check'],
  ['page of the script language', 'node', 'scripts/painless_docs.ts', '--check'],
];

const UNIT_TESTS: Step = [
  'unit tests',
  'jest',
  '--testPathIgnorePatterns',
  '/node_modules/',
  '/dist/',
  '/services/[a-z]+/test/',
];

/** The commit that main had when it was last fetched; without such a main, the last commit. */
function lastKnownMain(): string {
  const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'origin/main']);
  return status === 0 ? 'origin/main' : 'HEAD';
}

const { values: options } = commandLine(import.meta, {
  options: { static: { type: 'boolean' }, all: { type: 'boolean' } },
});
const unitTests: Step = [
  ...UNIT_TESTS,
  ...(options.all ? [] : ['--passWithNoTests', '--changedSince', lastKnownMain()]),
];
const steps = options.static ? STATIC_STEPS : [...STATIC_STEPS, unitTests];

for (const [name, command, ...args] of steps) {
  const startedMs = Date.now();
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`check: ${name} failed (${[command, ...args].join(' ')})`);
    process.exit(1);
  }
  console.log(`check: ${name} ok (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
}
