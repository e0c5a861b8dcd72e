/**
 * A copy of the commit, in which one file after the other is changed and the tests that ran it are
 * run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';
import { PROBE_SETUP, probed, probeKey, ranBy } from './probes.ts';

/**
 * The numbers of test files that are run first: the shortest ones, and the ones with the most
 * kills.
 */
const FIRST_ASKED = 6;
const KILLERS_ASKED = 4;
/** A run that takes longer than `LEAST_MS` plus `SLOWER` times its usual time counts as endless. */
const LEAST_MS = 60_000;
const SLOWER = 5;

interface Result {
  readonly hasFailed: boolean;
  /** The test files that failed. */
  readonly by: readonly string[];
}

export class Copy {
  readonly path = mkdtempSync(join(tmpdir(), 'skein-mutants-'));
  readonly #root: string;
  readonly #tests: readonly string[];
  readonly #kills = new Map<string, number>();
  /** Milliseconds that each test file takes without a change. */
  readonly #durations = new Map<string, number>();
  #ranBy: ReadonlyMap<string, readonly string[]> = new Map();

  /** `tests` are folders, or beginnings of paths. */
  constructor(root: string, tests: readonly string[]) {
    this.#root = root;
    this.#tests = tests;
    rmSync(this.path, { recursive: true });
    execFileSync('git', ['worktree', 'add', '--detach', '-q', this.path, 'HEAD'], { cwd: root });
    symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'));
  }

  remove(): void {
    execFileSync('git', ['worktree', 'remove', '--force', this.path], { cwd: this.#root });
  }

  /**
   * Runs all tests once, and learns which of them run which functions of these files. Returns false
   * when some tests fail without a change.
   */
  learn(files: readonly string[]): boolean {
    const setup = join(this.path, 'probe_setup.cjs');
    const ran = join(this.path, 'ran.txt');
    writeFileSync(setup, PROBE_SETUP);
    writeFileSync(ran, '');
    const before = files.map((file) => readFileSync(join(this.path, file), 'utf8'));
    files.forEach((file, i) => {
      writeFileSync(join(this.path, file), probed(file, before[i] ?? ''));
    });
    // Jest takes every word behind `--setupFilesAfterEnv` as its value.
    const words = [...this.#tests, '--setupFilesAfterEnv', setup];
    const { hasFailed } = this.#run(words, { env: { RAN_FILE: ran } });
    files.forEach((file, i) => {
      writeFileSync(join(this.path, file), before[i] ?? '');
    });
    this.#ranBy = ranBy(ran);
    return !hasFailed;
  }

  isKilled({ path, body, text }: Mutant): boolean {
    const able = this.#able(path, body);
    const place = join(this.path, path);
    const before = readFileSync(place);
    writeFileSync(place, text);
    try {
      const killers = able.toSorted((a, b) => this.#killsOf(b) - this.#killsOf(a));
      const first = new Set([...able.slice(0, FIRST_ASKED), ...killers.slice(0, KILLERS_ASKED)]);
      const rest = able.filter((test) => !first.has(test));
      return this.#fail([...first]) || this.#fail(rest);
    } finally {
      writeFileSync(place, before);
    }
  }

  /**
   * The test files that run the changed code, the shortest first; for code outside functions, all
   * test files.
   */
  #able(path: string, body: number | undefined): readonly string[] {
    const tests =
      body === undefined
        ? [...this.#durations.keys()]
        : (this.#ranBy.get(probeKey(path, body)) ?? []);
    return tests.toSorted((a, b) => this.#durationOf(a) - this.#durationOf(b));
  }

  #durationOf(test: string): number {
    return this.#durations.get(test) ?? 0;
  }

  #killsOf(test: string): number {
    return this.#kills.get(test) ?? 0;
  }

  #fail(tests: readonly string[]): boolean {
    if (tests.length === 0) return false;
    const usualMs = tests.reduce((sum, test) => sum + this.#durationOf(test), 0);
    const timeout = Math.ceil(LEAST_MS + SLOWER * usualMs);
    const { hasFailed, by } = this.#run(['--bail', '--runTestsByPath', ...tests], { timeout });
    for (const test of by) this.#kills.set(test, this.#killsOf(test) + 1);
    return hasFailed;
  }

  #run(
    words: readonly string[],
    { env = {}, timeout }: { readonly env?: NodeJS.ProcessEnv; readonly timeout?: number },
  ): Result {
    const report = join(this.path, 'report.json');
    rmSync(report, { force: true });
    const jest = join('node_modules', 'jest', 'bin', 'jest.js');
    const all = [jest, '--silent', '--json', `--outputFile=${report}`, ...words];
    // The process gets a group of its own; the published types of spawnSync lack this option.
    const apart = { detached: true };
    const { status, pid } = spawnSync(process.execPath, all, {
      cwd: this.path,
      env: { ...process.env, ...env },
      stdio: 'ignore',
      ...apart,
      ...(timeout === undefined ? {} : { timeout }),
    });
    endGroup(pid);
    const results = resultsIn(report);
    if (timeout === undefined) {
      for (const { name, startTime, endTime } of results) {
        this.#durations.set(name, endTime - startTime);
      }
    }
    const failed = status === 1 ? results.filter((each) => each.status === 'failed') : [];
    return { hasFailed: status !== 0, by: failed.map(({ name }) => name) };
  }
}

/**
 * Ends the process group: a worker in an endless loop outlives the Jest process that was stopped.
 */
function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}

interface TestResult {
  readonly name: string;
  readonly status: string;
  readonly startTime: number;
  readonly endTime: number;
}

/** The results in a report; empty when no test could begin. */
function resultsIn(report: string): readonly TestResult[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly testResults: readonly TestResult[];
  };
  return testResults;
}
