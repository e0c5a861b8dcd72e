/** A running task. Every search is one, so it consists of few objects. */
import type { Clock } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Identity } from '../security/mod.js';
import type { NewTask, Task, TaskId } from './contract.js';

export class RunningTask implements Task {
  readonly action: string;
  readonly description: string | (() => string);
  readonly identity: Identity;
  readonly opaqueId: string | undefined;
  readonly parent: TaskId | undefined;
  readonly cancellable: boolean;
  readonly status: (() => JsonObject) | undefined;
  readonly id: TaskId;
  readonly startedAtMs: number;
  /** Aborts when the task is cancelled; its reason tells the cause. */
  readonly signal: AbortSignal;
  cancelledAtMs: number | undefined;
  readonly #clock: Clock;
  readonly #startMs: number;
  /** Absent if the work can also be stopped by others. */
  readonly #controller: AbortController | undefined;
  readonly #stop: ((reason: ApiError) => void) | undefined;
  #waiting: Set<() => void> | undefined;

  constructor(task: NewTask, id: TaskId, clock: Clock) {
    this.action = task.action;
    this.description = task.description;
    this.identity = task.identity;
    this.opaqueId = task.opaqueId;
    this.parent = task.parent;
    this.cancellable = task.cancellable;
    this.status = task.status;
    this.id = id;
    this.startedAtMs = clock.nowMs();
    this.#clock = clock;
    this.#startMs = clock.monotonicMs();
    const { stopping } = task;
    if (stopping === undefined) {
      this.#controller = new AbortController();
      this.signal = this.#controller.signal;
    } else {
      this.#stop = stopping.stop;
      this.signal = stopping.signal;
    }
  }

  runningNanos(): number {
    return Math.round((this.#clock.monotonicMs() - this.#startMs) * 1e6);
  }

  /** Only the first call has an effect. */
  cancel(reason: string): void {
    if (this.cancelledAtMs !== undefined) return;
    this.cancelledAtMs = this.#clock.nowMs();
    this.#controller?.abort(reason);
    const because = `cancelled task with reason: ${reason}`;
    this.#stop?.(new ApiError('task_cancelled_exception', because));
  }

  /** Returns the function that gives up waiting. */
  whenEnded(tell: () => void): () => void {
    const waiting = this.#waiting ?? new Set();
    this.#waiting = waiting;
    waiting.add(tell);
    return () => void waiting.delete(tell);
  }

  /** Number of callers that wait for the end. */
  get waiting(): number {
    return this.#waiting?.size ?? 0;
  }

  ended(): void {
    for (const tell of this.#waiting ?? []) tell();
  }
}
