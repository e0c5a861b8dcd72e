/** The handle on a `resident.ts`: it starts the process when it is needed, and ends it. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Mode, Outcome, Task } from './resident.ts';

/** What became of a task: an outcome, or a process that ended or that did not end in time. */
export type Answer = Outcome | 'crash' | 'timeout';

export class JestProcess {
  readonly #cwd: string;
  readonly #mode: Mode;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;

  constructor(cwd: string, mode: Mode, env: NodeJS.ProcessEnv = {}) {
    this.#cwd = cwd;
    this.#mode = mode;
    this.#env = { ...process.env, NODE_ENV: 'test', ...env };
  }

  async run(task: Task, timeoutMs: number): Promise<Answer> {
    const child = this.#child?.connected ? this.#child : await this.#start();
    child.send(task);
    const answer = await nextMessage<Outcome>(child, timeoutMs);
    if (typeof answer !== 'object') this.end();
    return answer;
  }

  /** Ends the process and all that it started: a worker in an endless loop would outlive it. */
  end(): void {
    const leader = this.#child?.pid;
    this.#child = undefined;
    if (leader === undefined) return;
    try {
      process.kill(-leader, 'SIGKILL');
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
    }
  }

  async #start(): Promise<ChildProcess> {
    this.end();
    const child = fork(join(import.meta.dirname, 'resident.ts'), [JSON.stringify(this.#mode)], {
      cwd: this.#cwd,
      env: this.#env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // The process leads a group of its own, which `end` ends.
      detached: true,
    });
    this.#child = child;
    if ((await nextMessage(child, START_MS)) !== 'ready') throw new Error('Jest does not start');
    return child;
  }
}

const START_MS = 300_000;

function nextMessage<T>(child: ChildProcess, timeoutMs: number): Promise<T | 'crash' | 'timeout'> {
  return new Promise((resolve) => {
    const end = (answer: T | 'crash' | 'timeout'): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(answer);
    };
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    child.on('message', (message) => end(message as T));
    child.on('error', () => end('crash'));
    child.on('exit', () => end('crash'));
  });
}
