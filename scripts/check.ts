/**
 * `npm run check`: runs everything that must hold before a commit. Each step is a command a
 * developer can type. `npm run check -- --static` leaves out the unit tests, for developers who run
 * `npm test` next.
 */
import { spawnSync } from 'node:child_process';
import { commandLine } from './command_line.ts';

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['build', 'node', 'scripts/build.ts'],
  ['types of tests and scripts', 'tsc', '-p', 'tsconfig.tests.json'],
  ['lint and format', 'biome', 'check', '.'],
  ['tidy', 'node', 'scripts/tidy/main.ts'],
  ['generated pages', 'node', 'scripts/compatibility.ts', '--check'],
  ['page of the script language', 'node', 'scripts/painless_docs.ts', '--check'],
  [
    'unit tests',
    'jest',
    '--testPathIgnorePatterns',
    '/node_modules/',
    '/dist/',
    '/services/[a-z]+/test/',
  ],
];

const { values: options } = commandLine(import.meta, { options: { static: { type: 'boolean' } } });
const steps = options.static ? STEPS.filter(([name]) => name !== 'unit tests') : STEPS;

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
