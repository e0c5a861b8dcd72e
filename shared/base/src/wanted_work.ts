/**
 * Checks if the result of this thread's current work is still wanted. Work is synchronous and one
 * piece at a time, so a loop deep inside it can check without an argument; work for a request
 * checks about every thousand steps. Without a registered check, the thread finishes its work.
 */

import { LeftToAnotherThread } from './left_to_another_thread.js';

let check: (() => void) | undefined;
/** Limit of the steps between two checks that this thread may take. */
let mostSteps = Number.POSITIVE_INFINITY;

/**
 * Registers the check of the work that begins now; an error that it throws ends the work.
 * `stepLimit`: see `leaveIfLong`.
 */
export function beginWork(throwIfUnwanted: () => void, stepLimit?: number): void {
  check = throwIfUnwanted;
  mostSteps = stepLimit ?? Number.POSITIVE_INFINITY;
}

export function endWork(): void {
  check = undefined;
  mostSteps = Number.POSITIVE_INFINITY;
}

/**
 * Called before a loop of about so many simple steps that cannot be interrupted. Throws
 * `LeftToAnotherThread` if this thread must not be held up for so long.
 */
export function leaveIfLong(steps: number): void {
  if (steps > mostSteps) throw new LeftToAnotherThread();
}

/** Runs a piece of work with its own check, for example one with a deadline. */
export function endedBy<T>(throwIfUnwanted: () => void, work: () => T): T {
  const outer = check;
  check = throwIfUnwanted;
  try {
    return work();
  } finally {
    check = outer;
  }
}

/** Calls the registered check, which throws if the result of the work is no longer wanted. */
export function checkWanted(): void {
  if (check !== undefined) check();
}
