/**
 * A copy of the commit, in which one file after the other is changed and the tests that ran it are
 * run.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, JestProcess } from './jest_process.ts';
import type { Mutant } from './mutants.ts';
import { probed, probeKey, type Runs, ranBy } from './probes.ts';

/** A run that takes longer than `LEAST_MS` plus `SLOWER` times its usual time counts as endless. */
const LEAST_MS = 20_000;
const SLOWER = 10;
const LEARNING_MS = 1_800_000;
/** A run that failed while the machine stood still is done again so often. */
const MOST_REPEATS = 5;
/** Sources of AssemblyScript alone, in which a probe would be an error. */
const UNPROBED = /^shared\/[a-z_]+\/kernels\//;

const file = (name: string): string => join(import.meta.dirname, name);

/** The milliseconds that a test file takes without a change. */
interface Durations {
  /** All of the file, with the loading of its modules. */
  readonly allMs: number;
  readonly byTest: ReadonlyMap<string, number>;
}

/** A test file, and the names of those of its tests that run a mutant's function. */
interface Able {
  readonly path: string;
  /** All of the file's tests if it is missing. */
  readonly names?: readonly string[];
  readonly usualMs: number;
}

function isFailure(answer: Answer): boolean {
  return typeof answer !== 'object' || answer.hasFailed;
}

type RanBy = ReadonlyMap<string, ReadonlySet<string> | 'all'>;

/** The tests that ran any of several functions. */
function ofAny(each: readonly (RanBy | undefined)[]): RanBy {
  const joined = new Map<string, ReadonlySet<string> | 'all'>();
  for (const [test, names] of each.flatMap((runs) => [...(runs ?? [])])) {
    const before = joined.get(test) ?? [];
    const isAll = names === 'all' || before === 'all';
    joined.set(test, isAll ? 'all' : new Set([...before, ...names]));
  }
  return joined;
}

export class Copy {
  readonly path = mkdtempSync(join(tmpdir(), 'skein-mutants-'));
  readonly #root: string;
  readonly #tests: readonly string[];
  readonly #kills = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();
  readonly #jest: JestProcess;
  #runs: Runs = new Map();

  /** `tests` are folders, or beginnings of paths. */
  constructor(root: string, tests: readonly string[]) {
    this.#root = root;
    this.#tests = tests;
    rmSync(this.path, { recursive: true });
    execFileSync('git', ['worktree', 'add', '--detach', '-q', this.path, 'HEAD'], { cwd: root });
    symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'));
    this.#jest = new JestProcess(this.path, {
      setupFiles: [file('no_shrinking.ts')],
      setupFilesAfterEnv: [],
      testEnvironment: file('../jest/first_failure.mjs'),
    });
  }

  remove(): void {
    this.#jest.end();
    execFileSync('git', ['worktree', 'remove', '--force', this.path], { cwd: this.#root });
  }

  /**
   * Runs all tests once, and learns which of them run which functions of these files. Returns the
   * test files that fail without a change.
   */
  async learn(all: readonly string[]): Promise<readonly string[]> {
    const files = all.filter((path) => !UNPROBED.test(path));
    const ran = join(this.path, 'ran.txt');
    writeFileSync(ran, '');
    const before = files.map((each) => readFileSync(join(this.path, each), 'utf8'));
    // Some sources are compiled too, which would fail with probes: done before, and not again for
    // sources that are older than what was compiled. Their tests run them as JavaScript as well.
    execFileSync(process.execPath, ['scripts/build/kernels.ts'], { cwd: this.path });
    files.forEach((each, i) => {
      writeFileSync(join(this.path, each), probed(each, before[i] ?? ''));
      utimesSync(join(this.path, each), 0, 0);
    });
    const mode = { setupFiles: [], setupFilesAfterEnv: [file('probe_setup.ts')] };
    const jest = new JestProcess(this.path, mode, { RAN_FILE: ran });
    const failed: string[] = [];
    for (const path of this.#testFiles()) {
      let answer = await jest.run({ path }, LEARNING_MS);
      // On a busy machine, tests may have run out of time.
      for (let i = 0; i < MOST_REPEATS && isFailure(answer); i++) {
        answer = await jest.run({ path }, LEARNING_MS);
      }
      if (typeof answer !== 'object' || answer.hasFailed) failed.push(path);
      else {
        const byTest = new Map(answer.tests.map(({ name, durationMs }) => [name, durationMs]));
        this.#durations.set(path, { allMs: answer.durationMs, byTest });
      }
    }
    jest.end();
    files.forEach((each, i) => {
      writeFileSync(join(this.path, each), before[i] ?? '');
    });
    this.#runs = ranBy(ran);
    return failed;
  }

  /** True if some test runs the mutant's code. */
  isRun(mutant: Mutant): boolean {
    return this.#able(mutant).length > 0;
  }

  async isKilled(mutant: Mutant): Promise<boolean> {
    const { path, text } = mutant;
    const place = join(this.path, path);
    const before = readFileSync(place);
    writeFileSync(place, text);
    try {
      for (const able of this.#able(mutant)) if (await this.#fails(able)) return true;
      return false;
    } finally {
      writeFileSync(place, before);
    }
  }

  /** Tests of built programs do not run the sources, and are left out. */
  #testFiles(): readonly string[] {
    return execFileSync('git', ['ls-files', '*.test.ts'], { cwd: this.path, encoding: 'utf8' })
      .split('\n')
      .filter((path) => this.#tests.some((start) => path.startsWith(start)))
      .filter((path) => !/^services\/[a-z]+\/test\//.test(path))
      .map((path) => join(this.path, path));
  }

  /**
   * The tests that run the changed code, or all if that is not known, file by file: first the files
   * that are short and have killed many mutants.
   */
  #able({ path, bodies }: Mutant): readonly Able[] {
    const runs = UNPROBED.test(path)
      ? new Map([...this.#durations.keys()].map((test) => [test, 'all' as const]))
      : ofAny(bodies.map((body) => this.#runs.get(probeKey(path, body))));
    const order = ({ path: test, usualMs }: Able) => usualMs / (1 + this.#killsOf(test));
    return [...runs]
      .map(([test, names]) => this.#ableOf(test, names))
      .toSorted((a, b) => order(a) - order(b));
  }

  #ableOf(path: string, names: ReadonlySet<string> | 'all'): Able {
    const { allMs, byTest } = this.#durations.get(path) ?? { allMs: 0, byTest: new Map() };
    if (names === 'all') return { path, usualMs: allMs };
    const left = [...byTest].filter(([name]) => !names.has(name));
    const usualMs = allMs - left.reduce((sum, [, durationMs]) => sum + durationMs, 0);
    return { path, names: [...names], usualMs };
  }

  #killsOf(test: string): number {
    return this.#kills.get(test) ?? 0;
  }

  async #fails({ usualMs, ...task }: Able): Promise<boolean> {
    const timeoutMs = Math.ceil(LEAST_MS + SLOWER * usualMs);
    let answer = await this.#jest.run(task, timeoutMs);
    // The process may have ended by what the mutant before had left behind.
    if (answer === 'crash') answer = await this.#jest.run(task, timeoutMs);
    for (let i = 0; i < MOST_REPEATS && this.#jest.wasHeldUp && isFailure(answer); i++) {
      answer = await this.#jest.run(task, timeoutMs);
    }
    const hasFailed = isFailure(answer);
    if (hasFailed) this.#kills.set(task.path, this.#killsOf(task.path) + 1);
    return hasFailed;
  }
}
