/** Stopping a search that takes too long or that nobody waits for any more. */
import { ApiError } from '@skein/errors';
import { OutOfTime } from '@skein/search_library';
import type { ExecutionEnvironment } from './environment.js';

type Interrupting = Pick<ExecutionEnvironment, 'clock' | 'isCancelled'>;

export class Interruption {
  /** The check the library calls every thousand documents or so. Out of time, the shard answers with what it has. */
  readonly check: () => void;
  #by: Interrupting;
  #deadlineMs: number | undefined;

  constructor(by: Interrupting, deadlineMs: number | undefined) {
    this.#by = by;
    this.#deadlineMs = deadlineMs;
    this.check = () => this.#check();
  }

  /** The same search begins anew, for another caller. */
  restart(by: Interrupting, deadlineMs: number | undefined): void {
    this.#by = by;
    this.#deadlineMs = deadlineMs;
  }

  /** What is left to do takes as long as it takes. */
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
