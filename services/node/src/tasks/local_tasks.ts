/** The tasks of this node, by number. */
import { type Clock, type Log, simpleMatch, type Timers } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type {
  NewTask,
  ResultReader,
  Stopping,
  Task,
  TaskFilter,
  TaskId,
  TaskOutcome,
} from './contract.js';
import type { TaskResults } from './task_results.js';

export interface LocalTasksParts {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  readonly results: TaskResults;
}

interface Running extends Task {
  cancelledAtMs: number | undefined;
  readonly stop: (reason: string) => void;
  /** Told when it has ended. */
  readonly waiting: (() => void)[];
}

export class LocalTasks {
  readonly #parts: LocalTasksParts;
  readonly #running = new Map<number, Running>();
  #started = 0;

  constructor(parts: LocalTasksParts) {
    this.#parts = parts;
  }

  get nodeId(): string {
    return this.#parts.nodeId;
  }

  /** Runs work as a task, until its promise has settled. */
  async run<T>(task: NewTask, work: (task: Task) => Promise<T>): Promise<T> {
    const { running, ended } = this.#begin(task);
    try {
      return await work(running);
    } finally {
      ended();
    }
  }

  /** The same, its outcome kept for whoever asks for it later; the task is given back at once. */
  runDetached(task: NewTask, work: (task: Task) => Promise<JsonObject>): Task {
    const { running, ended } = this.#begin(task);
    void outcomeOf(work(running))
      .then((outcome) => this.#parts.results.keep(running, outcome))
      .catch((error: unknown) => {
        const { reason } = asApiError(error);
        this.#parts.log.error('result of a task not kept', { task: running.id, error: reason });
      })
      .finally(ended);
    return running;
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

  /** With those it began. */
  cancel(number: number, reason: string): void {
    const task = this.#running.get(number);
    if (task === undefined) return;
    if (task.cancelledAtMs === undefined) {
      task.cancelledAtMs = this.#parts.clock.nowMs();
      task.stop(reason);
    }
    for (const child of this.#running.values()) {
      if (isSame(child.parent, task.id)) this.cancel(child.id.number, reason);
    }
  }

  /** Resolves true when the task has ended, false when time runs out. */
  async ended(number: number, timeoutMs: number): Promise<boolean> {
    const task = this.#running.get(number);
    if (task === undefined) return true;
    let stopWaiting: () => void = () => undefined;
    const timeout = new Promise<boolean>((resolve) => {
      const timer = this.#parts.timers.after(timeoutMs, () => resolve(false));
      stopWaiting = () => timer.cancel();
    });
    const end = new Promise<boolean>((resolve) => task.waiting.push(() => resolve(true)));
    const inTime = await Promise.race([end, timeout]);
    stopWaiting();
    return inTime;
  }

  result(id: TaskId, reader: ResultReader): Promise<JsonObject | undefined> {
    return this.#parts.results.read(id, reader);
  }

  stop(): void {
    for (const number of [...this.#running.keys()]) this.cancel(number, 'the node is stopping');
  }

  #begin({ stopping, ...given }: NewTask): {
    readonly running: Running;
    readonly ended: () => void;
  } {
    const { clock, nodeId } = this.#parts;
    const number = ++this.#started;
    const startMs = clock.monotonicMs();
    const running: Running = {
      ...given,
      id: { nodeId, number },
      startedAtMs: clock.nowMs(),
      ...(stopping === undefined ? stoppedAlone() : stoppedToo(stopping)),
      cancelledAtMs: undefined,
      waiting: [],
      runningNanos: () => Math.round((clock.monotonicMs() - startMs) * 1e6),
    };
    this.#running.set(number, running);
    const ended = () => {
      this.#running.delete(number);
      for (const tell of running.waiting) tell();
    };
    return { running, ended };
  }
}

type Stoppable = Pick<Running, 'signal' | 'stop'>;

function stoppedAlone(): Stoppable {
  const controller = new AbortController();
  return { signal: controller.signal, stop: (reason) => controller.abort(reason) };
}

function stoppedToo({ signal, stop }: Stopping): Stoppable {
  const because = (reason: string) =>
    new ApiError('task_cancelled_exception', `cancelled task with reason: ${reason}`);
  return { signal, stop: (reason) => stop(because(reason)) };
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
