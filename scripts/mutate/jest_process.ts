/** The handle on a `resident.ts`: it starts the process when it is needed, and ends it. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Mode, Outcome, Task } from './resident.ts';

/** The end of a task: an outcome, or a process that ended or that did not end in time. */
export type Answer = Outcome | 'crash' | 'timeout';

export class JestProcess {
  readonly #cwd: string;
  readonly #mode: Mode;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #wasHeldUp = false;

  constructor(cwd: string, mode: Mode, env: NodeJS.ProcessEnv = {}) {
    this.#cwd = cwd;
    this.#mode = mode;
    this.#env = { ...process.env, NODE_ENV: 'test', ...env };
  }

  /** True if the machine stood still during the last task: a test may have run out of time. */
  get wasHeldUp(): boolean {
    return this.#wasHeldUp;
  }

  async run(task: Task, timeoutMs: number): Promise<Answer> {
    const child = this.#child?.connected ? this.#child : await this.#start();
    child.send(task);
    const { answer, wasHeldUp } = await nextMessage<Outcome>(child, timeoutMs);
    this.#wasHeldUp = wasHeldUp;
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
      const isGone = failure instanceof Error && 'code' in failure && failure.code === 'ESRCH';
      if (!isGone) throw failure;
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
    const { answer } = await nextMessage(child, START_MS);
    if (answer !== 'ready') throw new Error('Jest does not start');
    return child;
  }
}

const START_MS = 300_000;

/** Time passes in ticks, so that a machine that stands still does not use up a time limit. */
const TICK_MS = 500;
/** A tick that takes so much longer tells that the machine stood still. */
const HELD_UP_MS = 2_000;

interface Message<T> {
  readonly answer: T | 'crash' | 'timeout';
  readonly wasHeldUp: boolean;
}

function nextMessage<T>(child: ChildProcess, timeoutMs: number): Promise<Message<T>> {
  return new Promise((resolve) => {
    let [ticksLeft, tickAtMs, wasHeldUp] = [timeoutMs / TICK_MS, performance.now(), false];
    const look = (): void => {
      wasHeldUp ||= performance.now() - tickAtMs > TICK_MS + HELD_UP_MS;
      tickAtMs = performance.now();
    };
    const end = (answer: Message<T>['answer']): void => {
      clearInterval(timer);
      child.removeAllListeners();
      look();
      resolve({ answer, wasHeldUp });
    };
    const timer = setInterval(() => {
      look();
      if (--ticksLeft <= 0) end('timeout');
    }, TICK_MS);
    // The child sends nothing but answers to what it was sent.
    child.on('message', (message) => end(message as T));
    child.on('error', () => end('crash'));
    child.on('exit', () => end('crash'));
  });
}
