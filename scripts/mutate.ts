/**
 * Tests the tests of a package with mutants: the script changes the package's code in one place and
 * runs the tests that cover this place. A mutant is killed if some test fails with it. The script
 * prints each mutant that survives: a test is missing, or the code is not needed. It works on a
 * copy of the commit.
 *
 *     npm run mutate -- PACKAGE [options]
 *
 *       PACKAGE             a folder: shared/aggregations
 *       --files REGEX       only mutants of the package's files that match
 *       --functions REGEX   only mutants inside functions and members whose names match
 *       --tests A,B         tests that are run beside those of the package: folders, or beginnings
 *                           of paths
 *       --again FILE        only the mutants that FILE, the output of an earlier run, has alive
 *       --count N           the number of mutants, drawn at random (60)
 *       --seed S            one seed draws the same mutants (a new one each time, printed)
 *       --skip N            leave out the first N of them, which an earlier run has tried (0)
 *       --minutes M         start no mutant so long after the tests have run without any (60)
 *       --goal PERCENT      fail if a smaller share of the mutants is killed (0)
 *
 *     The exit status is 1 below the goal, and 2 if the tests fail without any change.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from './command_line.ts';
import { Dice } from './differential/dice.ts';
import { Copy } from './mutate/copy.ts';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';

const ROOT = join(import.meta.dirname, '..');

const { values: options, positionals } = commandLine(import.meta, {
  allowPositionals: true,
  options: {
    files: '',
    functions: '',
    tests: '',
    again: '',
    count: 60,
    seed: Math.floor(Math.random() * 1e9),
    skip: 0,
    minutes: 60,
    goal: 0,
  },
});

function chosen(folder: string): readonly Mutant[] {
  const files = execFileSync('git', ['ls-files', folder], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter(
      (path) =>
        /(?<!\.test|\.d|\.bench|\.contract)\.ts$/.test(path) &&
        !/\/testing\/|^services\/[a-z]+\/test\//.test(path),
    )
    .filter((path) => new RegExp(options.files).test(path));
  const functions = new RegExp(options.functions);
  const all = files.flatMap((path) =>
    mutantsOf(path, readFileSync(join(ROOT, path), 'utf8')).filter(({ inside }) =>
      inside.some((name) => functions.test(name)),
    ),
  );
  console.log(`${files.length} files, ${all.length} mutants`);
  if (options.again !== '') return aliveBefore(all);
  const dice = new Dice(options.seed);
  const left = [...all];
  const count = Math.min(options.count, left.length);
  const drawn = Array.from({ length: count }, () => left.splice(dice.int(left.length), 1));
  return drawn.slice(options.skip).flat();
}

const NOT_RUN = ' (no test runs it)';

const ALIVE = 'alive: ';

/** One that is no longer in its line is found in the function that it was in. */
function aliveBefore(all: readonly Mutant[]): readonly Mutant[] {
  const alive = readFileSync(options.again, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(ALIVE))
    .map((line) => line.slice(ALIVE.length).replace(NOT_RUN, ''));
  const now = new Set(all.map(shown));
  const inPlace = new Set(alive);
  const moved = new Set(alive.filter((text) => !now.has(text)).map(withoutLine));
  const wasAlive = (text: string) => inPlace.has(text) || moved.has(withoutLine(text));
  return all.filter((mutant) => wasAlive(shown(mutant)));
}

const withoutLine = (text: string): string => text.replace(/:\d+ in /, ' in ');

const shown = ({ path, line, inside, from, to }: Mutant): string =>
  `${path}:${line} in ${inside.join('.')}: ${from.replace(/\s+/g, ' ')} -> ${to}`;

async function main(): Promise<number> {
  const folder = positionals[0]?.replace(/\/*$/, '/');
  if (folder === undefined) {
    console.error('mutate.ts: the package is missing; --help names the options');
    return 2;
  }
  console.log(`seed ${options.seed}`);
  const tests = [folder, ...options.tests.split(',').filter((each) => each !== '')];
  const mutants = chosen(folder);
  const copy = new Copy(ROOT, tests);
  const alive: Mutant[] = [];
  let tried = 0;
  try {
    const failed = await copy.learn([...new Set(mutants.map(({ path }) => path))]);
    if (failed.length > 0) {
      console.error(`mutate.ts: these fail without any change: ${failed.join(', ')}`);
      return 2;
    }
    const endMs = performance.now() + options.minutes * 60_000;
    for (const mutant of mutants) {
      if (performance.now() > endMs) break;
      tried++;
      if (await copy.isKilled(mutant)) continue;
      alive.push(mutant);
      console.log(`alive: ${shown(mutant)}${copy.isRun(mutant) ? '' : NOT_RUN}`);
    }
  } finally {
    copy.remove();
  }
  const percent = (100 * (tried - alive.length)) / Math.max(1, tried);
  console.log(
    `${tried} of ${mutants.length} mutants tried, ${alive.length} alive, ${percent.toFixed(0)} % killed`,
  );
  return percent < options.goal ? 1 : 0;
}

process.exitCode = await main();
