/**
 * Mutants of a package: its program is changed in one place at a time, and tests are run. A mutant that some test fails with is killed; those that live are shown, for a test is missing, or the code
 * is. Works on a copy of what is committed.
 *
 *     npm run mutate -- PACKAGE [options]
 *
 *       PACKAGE             a folder: shared/aggregations
 *       --files REGEX       of these files of it alone
 *       --functions REGEX   in functions and members of these names, or inside of such
 *       --tests A,B         tests that are run beside those of the package: folders, or beginnings of paths
 *       --count N           mutants, drawn by chance (60)
 *       --seed S            one seed draws the same ones (a new one each time, printed)
 *       --minutes M         no more are begun after so long (60)
 *       --goal PERCENT      fewer killed are a failure (0)
 *
 *     Exit status 1 below the goal, 2 when the tests fail without any change.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { commandLine } from './command_line.ts';
import { Dice } from './differential/dice.ts';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';

const ROOT = join(import.meta.dirname, '..');

const { values: options, positionals } = commandLine(import.meta, {
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '' },
    functions: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    minutes: { type: 'string', default: '60' },
    goal: { type: 'string', default: '0' },
  },
});

/** Asked first: so many tests that name what the file is of, and so many of those that have killed most. */
const NEAR_ASKED = 6;
const KILLERS_ASKED = 6;
const LEAST_MS = 60_000;

interface Result {
  readonly isKilled: boolean;
  /** Files of tests that failed. */
  readonly by: readonly string[];
  readonly ms: number;
}

class Copy {
  readonly path = mkdtempSync(join(tmpdir(), 'skein-mutants-'));
  readonly #killers = new Map<string, number>();
  readonly #tests: readonly string[];
  readonly #texts: readonly TestText[];
  #wholeMs = Number.POSITIVE_INFINITY;

  constructor(tests: readonly string[]) {
    this.#tests = tests;
    this.#texts = readTests(tests);
    rmSync(this.path, { recursive: true });
    execFileSync('git', ['worktree', 'add', '--detach', '-q', this.path, 'HEAD'], { cwd: ROOT });
    symlinkSync(join(ROOT, 'node_modules'), join(this.path, 'node_modules'));
  }

  remove(): void {
    execFileSync('git', ['worktree', 'remove', '--force', this.path], { cwd: ROOT });
  }

  /** Whether the tests pass as everything is. */
  isSound(): boolean {
    const { isKilled, ms } = this.#run(this.#tests, Number.POSITIVE_INFINITY);
    this.#wholeMs = ms;
    return !isKilled;
  }

  isKilled({ path, text }: Mutant): boolean {
    const place = join(this.path, path);
    const before = readFileSync(place);
    writeFileSync(place, text);
    try {
      const limitMs = Math.ceil(Math.max(LEAST_MS, 3 * this.#wholeMs));
      const killers = [...this.#killers].toSorted(([, a], [, b]) => b - a);
      const first = killers.slice(0, KILLERS_ASKED).map(([file]) => file);
      const asked = [...new Set([...nearTests(path, this.#texts), ...first])];
      const isSoon = asked.length > 0 && this.#note(this.#run(asked, limitMs));
      return isSoon || this.#note(this.#run(this.#tests, limitMs));
    } finally {
      writeFileSync(place, before);
    }
  }

  #note({ isKilled, by }: Result): boolean {
    for (const file of by) this.#killers.set(file, (this.#killers.get(file) ?? 0) + 1);
    return isKilled;
  }

  /** What takes too long does not end. */
  #run(tests: readonly string[], timeoutMs: number): Result {
    const report = join(this.path, 'report.json');
    rmSync(report, { force: true });
    const startMs = performance.now();
    const jest = join('node_modules', 'jest', 'bin', 'jest.js');
    const words = [jest, '--bail', '--silent', '--json', `--outputFile=${report}`, ...tests];
    const limit = Number.isFinite(timeoutMs) ? { timeout: timeoutMs } : {};
    const { status } = spawnSync(process.execPath, words, {
      cwd: this.path,
      stdio: 'ignore',
      ...limit,
    });
    const by = status === 1 ? failedIn(report, this.path) : [];
    return { isKilled: status !== 0, by, ms: performance.now() - startMs };
  }
}

interface TestText {
  readonly path: string;
  readonly text: string;
}

/** The shortest tests that say the file's name, as `multi_terms` or `multiTerms`. */
function nearTests(path: string, tests: readonly TestText[]): readonly string[] {
  const name = basename(path, '.ts');
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const said = new RegExp(`\\b(?:${name}|${camel})\\b`);
  return tests
    .filter(({ text }) => said.test(text))
    .toSorted((a, b) => a.text.length - b.text.length)
    .slice(0, NEAR_ASKED)
    .map((test) => test.path);
}

function readTests(tests: readonly string[]): readonly TestText[] {
  const words = ['ls-files', ...tests.map((test) => `${test}*.test.ts`)];
  const paths = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).split('\n');
  return paths
    .filter((path) => path !== '')
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

interface Report {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

/** Nothing where no test could begin. */
function failedIn(report: string, root: string): readonly string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name));
}

function drawn(folder: string): readonly Mutant[] {
  const files = execFileSync('git', ['ls-files', folder], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /(?<!\.test|\.d|\.bench)\.ts$/.test(path) && !/\/testing\//.test(path))
    .filter((path) => new RegExp(options.files).test(path));
  const functions = new RegExp(options.functions);
  const all = files.flatMap((path) =>
    mutantsOf(path, readFileSync(join(ROOT, path), 'utf8')).filter(({ inside }) =>
      inside.some((name) => functions.test(name)),
    ),
  );
  console.log(`${files.length} files, ${all.length} mutants`);
  const dice = new Dice(Number(options.seed));
  const left = [...all];
  const count = Math.min(Number(options.count), left.length);
  return Array.from({ length: count }, () => left.splice(dice.int(left.length), 1)[0] as Mutant);
}

const shown = ({ path, line, inside, from, to }: Mutant): string =>
  `${path}:${line} in ${inside.join('.')}: ${from.replace(/\s+/g, ' ')} -> ${to}`;

function main(): number {
  const [folder] = positionals;
  if (folder === undefined) {
    console.error('mutate.ts: the package is missing; --help names the options');
    return 2;
  }
  console.log(`seed ${options.seed}`);
  const tests = [folder, ...options.tests.split(',').filter((each) => each !== '')];
  const mutants = drawn(folder);
  const endMs = performance.now() + Number(options.minutes) * 60_000;
  const copy = new Copy(tests);
  const alive: Mutant[] = [];
  let tried = 0;
  try {
    if (!copy.isSound()) {
      console.error('mutate.ts: the tests fail without any change');
      return 2;
    }
    for (const mutant of mutants) {
      if (performance.now() > endMs) break;
      tried++;
      if (copy.isKilled(mutant)) continue;
      alive.push(mutant);
      console.log(`alive: ${shown(mutant)}`);
    }
  } finally {
    copy.remove();
  }
  const percent = (100 * (tried - alive.length)) / Math.max(1, tried);
  console.log(
    `${tried} of ${mutants.length} mutants tried, ${alive.length} alive, ${percent.toFixed(0)} % killed`,
  );
  return percent < Number(options.goal) ? 1 : 0;
}

process.exitCode = main();
