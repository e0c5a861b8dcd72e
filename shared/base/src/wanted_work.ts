/**
 * Checks if the result of this thread's current work is still wanted. Work is synchronous and one
 * piece at a time, so a loop deep inside it can check without an argument; work for a request
 * checks about every thousand steps. Without a registered check, the thread finishes its work.
 */

let check: (() => void) | undefined;

/** Registers the check of the work that begins now; an error that it throws ends the work. */
export function beginWork(throwIfUnwanted: () => void): void {
  check = throwIfUnwanted;
}

export function endWork(): void {
  check = undefined;
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
