/** Stops a search that takes too long or that its caller has cancelled. */
import { ApiError } from '@skein/errors';
import { OutOfTime } from '@skein/search_library';
import type { ExecutionEnvironment } from './environment.js';

type Interrupting = Pick<ExecutionEnvironment, 'clock' | 'isCancelled'>;

export class Interruption {
  /**
   * The check that the library calls about every thousand documents. If the time has run out, the
   * shard returns what it has found so far.
   */
  readonly check: () => void;
  #by: Interrupting;
  #deadlineMs: number | undefined;

  constructor(by: Interrupting, deadlineMs: number | undefined) {
    this.#by = by;
    this.#deadlineMs = deadlineMs;
    this.check = () => this.#check();
  }

  /** Resets the interruption for another caller of the same search. */
  restart(by: Interrupting, deadlineMs: number | undefined): void {
    this.#by = by;
    this.#deadlineMs = deadlineMs;
  }

  /** Removes the time limit for the remaining work. */
  liftDeadline(): void {
    this.#deadlineMs = undefined;
  }

  #check(): void {
    const { clock, isCancelled } = this.#by;
    if (isCancelled?.()) {
      throw new ApiError('task_cancelled_exception', 'cancelled task with reason: by user request');
    }
    if (this.#deadlineMs !== undefined && clock.monotonicMs() > this.#deadlineMs) {
      throw new OutOfTime();
    }
  }
}

export function interruptionCheck(environment: Interrupting, deadlineMs?: number): () => void {
  return new Interruption(environment, deadlineMs).check;
}
