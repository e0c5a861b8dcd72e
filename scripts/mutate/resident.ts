/**
 * The process that runs test files of a copy of the commit, one after the other, without starting
 * Jest anew for each: Jest itself, its map of files and the transformed sources stay in memory.
 * Each test file gets its own modules as in any run of Jest. The arguments are the `Mode` as JSON;
 * a message is a `Task`, and each is answered by one `Outcome`.
 */
import { createRequire } from 'node:module';
import { readConfig } from 'jest-config';
import type { TestEvents } from 'jest-runner';
import { TestWatcher } from 'jest-watcher';
import { trustedJson } from '../trusted_json.ts';

// Published types of these two hold for `require` only: they tell of a module, not of its class.
const load = createRequire(import.meta.url);
const { default: TestRunner } = load('jest-runner') as typeof import('jest-runner');
const { default: Runtime } = load('jest-runtime') as typeof import('jest-runtime');

/** The files that are used beside those of jest.config.js. */
export interface Mode {
  readonly setupFiles: readonly string[];
  readonly setupFilesAfterEnv: readonly string[];
  readonly testEnvironment?: string;
}

export interface Task {
  readonly path: string;
  /** The full names of the tests to run; all of the file if it is missing. */
  readonly names?: readonly string[];
}

export interface Outcome {
  readonly hasFailed: boolean;
  readonly durationMs: number;
  /** The tests that ran. */
  readonly tests: readonly { readonly name: string; readonly durationMs: number }[];
}

/** A process that has kept more memory than this ends behind its next answer. */
const MOST_MEMORY_BYTES = 1_500 * 2 ** 20;

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function main(mode: Mode): Promise<void> {
  const argv = { $0: 'jest', _: [], runInBand: true, silent: true };
  const { globalConfig, projectConfig } = await readConfig(argv, process.cwd());
  const config = {
    ...projectConfig,
    setupFiles: [...projectConfig.setupFiles, ...mode.setupFiles],
    setupFilesAfterEnv: [...mode.setupFilesAfterEnv, ...projectConfig.setupFilesAfterEnv],
    testEnvironment: mode.testEnvironment ?? projectConfig.testEnvironment,
  };
  const context = await Runtime.createContext(config, { maxWorkers: 1, watchman: false });

  const run = async ({ path, names }: Task): Promise<Outcome> => {
    const only = names && { testNamePattern: `^(?:${names.map(escaped).join('|')})$` };
    // Sources change between runs, as they do while Jest watches them.
    const runner = new TestRunner({ ...globalConfig, ...only, watch: true }, {});
    let outcome: Outcome = { hasFailed: true, durationMs: 0, tests: [] };
    runner.on('test-file-success', ([, result]: TestEvents['test-file-success']) => {
      outcome = outcomeOf(result);
    });
    const watcher = new TestWatcher({ isWatchMode: false });
    await runner.runTests([{ path, context }], watcher, { serial: true });
    return outcome;
  };

  process.on('message', async (task: Task) => {
    const outcome = await run(task);
    process.send?.(outcome, () => {
      if (process.memoryUsage.rss() > MOST_MEMORY_BYTES) process.exit();
    });
  });
  process.send?.('ready');
}

function outcomeOf(result: TestEvents['test-file-success'][1]): Outcome {
  const { numFailingTests, testExecError, perfStats, testResults } = result;
  return {
    hasFailed: numFailingTests > 0 || testExecError !== undefined,
    durationMs: perfStats.end - perfStats.start,
    tests: testResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, duration }) => ({ name: fullName, durationMs: duration ?? 0 })),
  };
}

await main(trustedJson<Mode>(process.argv[2] ?? '{}'));
