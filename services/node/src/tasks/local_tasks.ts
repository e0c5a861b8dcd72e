/** The tasks of this node, by number. */
import { type Clock, type Log, simpleMatch, type Timers } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { asApiError } from '@skein/errors';
import type { NewTask, ResultReader, Task, TaskFilter, TaskId, TaskOutcome } from './contract.js';
import { RunningTask } from './running_task.js';
import type { TaskResults } from './task_results.js';

const EPOCH_MS = Date.UTC(2026, 0, 1);
const MOST_PER_MS = 16;
/** Attempts to write an outcome, half a minute in all. */
const MOST_TRIES = 7;
const FIRST_PAUSE_MS = 250;

interface LocalTasksParts {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly results: TaskResults;
}

export class LocalTasks {
  readonly #parts: LocalTasksParts;
  readonly #running = new Map<number, RunningTask>();
  #started: number;
  #isStopped = false;

  constructor(parts: LocalTasksParts) {
    this.#parts = parts;
    this.#started = firstNumber(parts.clock.nowMs());
  }

  get nodeId(): string {
    return this.#parts.nodeId;
  }

  /** Runs work as a task until its promise has settled. */
  async run<T>(task: NewTask, work: (task: Task) => Promise<T>): Promise<T> {
    const running = this.#begin(task);
    try {
      return await work(running);
    } finally {
      this.#end(running);
    }
  }

  /** Like `run`, recorded from before the start until long after the end. */
  async runDetached(task: NewTask, work: (task: Task) => Promise<JsonObject>): Promise<Task> {
    const running = this.#begin(task);
    try {
      await this.#parts.results.begin(running);
    } catch (thrown) {
      this.#end(running);
      throw thrown;
    }
    void outcomeOf(work(running))
      .then((outcome) => this.#keep(running, outcome))
      .catch((error: unknown) => {
        const { reason } = asApiError(error);
        this.#parts.log.error('result of a task not stored', { task: running.id, error: reason });
      })
      .finally(() => this.#end(running));
    return running;
  }

  /**
   * Retries, because the cause may be temporary: a task without a recorded outcome is reported
   * lost.
   */
  async #keep(running: RunningTask, outcome: TaskOutcome): Promise<void> {
    const { results, timers } = this.#parts;
    for (let tries = 1; ; tries++) {
      try {
        return await results.keep(running, outcome);
      } catch (thrown) {
        if (tries === MOST_TRIES || this.#isStopped) throw thrown;
      }
      await new Promise<void>((done) => {
        timers.after(FIRST_PAUSE_MS * 2 ** tries, done);
      });
    }
  }

  /** Oldest first. */
  list({ actions, parent }: TaskFilter): readonly Task[] {
    return [...this.#running.values()].filter(
      (task) =>
        (actions.length === 0 || actions.some((pattern) => simpleMatch(pattern, task.action))) &&
        (parent === undefined || isSame(task.parent, parent)),
    );
  }

  find(number: number): Task | undefined {
    return this.#running.get(number);
  }

  /** Cancels the task and its children. */
  cancel(number: number, reason: string): void {
    const task = this.#running.get(number);
    if (task === undefined) return;
    task.cancel(reason);
    for (const child of this.#running.values()) {
      if (isSame(child.parent, task.id)) this.cancel(child.id.number, reason);
    }
  }

  /** Resolves to true when the task has ended, to false at the timeout. */
  async ended(number: number, timeoutMs: number): Promise<boolean> {
    const task = this.#running.get(number);
    if (task === undefined) return true;
    return new Promise((resolve) => {
      const timer = this.#parts.timers.after(timeoutMs, () => {
        stopWaiting();
        resolve(false);
      });
      const stopWaiting = task.whenEnded(() => {
        timer.cancel();
        resolve(true);
      });
    });
  }

  result(id: TaskId, reader: ResultReader): Promise<JsonObject | undefined> {
    return this.#parts.results.read(id, reader);
  }

  stop(): void {
    this.#isStopped = true;
    for (const number of [...this.#running.keys()]) this.cancel(number, 'the node is stopping');
  }

  #begin(task: NewTask): RunningTask {
    const { clock, nodeId } = this.#parts;
    const running = new RunningTask(task, { nodeId, number: ++this.#started }, clock);
    this.#running.set(running.id.number, running);
    return running;
  }

  #end(running: RunningTask): void {
    this.#running.delete(running.id.number);
    running.ended();
  }
}

/**
 * The first task number of this process. A restarted node must not reuse a number, because that may
 * name another recorded task; so it starts above all it could have used, at this many per
 * millisecond.
 */
function firstNumber(nowMs: number): number {
  return Math.max(0, nowMs - EPOCH_MS) * MOST_PER_MS;
}

function isSame(a: TaskId | undefined, b: TaskId): boolean {
  return a?.nodeId === b.nodeId && a.number === b.number;
}

async function outcomeOf(work: Promise<JsonObject>): Promise<TaskOutcome> {
  try {
    return { response: await work };
  } catch (thrown) {
    return { error: asApiError(thrown) };
  }
}
