/**
 * Whether anybody still waits for what this thread is at. Work is synchronous and one piece at a time, so a loop deep inside it can ask without
 * being handed anything: whatever runs as long as a request wants it to asks every thousand steps or so. A thread that was told nothing of its
 * work finishes it.
 */

let check: (() => void) | undefined;

/** The work that begins now ends with what `throwIfUnwanted` throws. */
export function beginWork(throwIfUnwanted: () => void): void {
  check = throwIfUnwanted;
}

export function endWork(): void {
  check = undefined;
}

/** A piece of work that ends by a check of its own, such as one that knows a deadline too. */
export function endedBy<T>(throwIfUnwanted: () => void, work: () => T): T {
  const outer = check;
  check = throwIfUnwanted;
  try {
    return work();
  } finally {
    check = outer;
  }
}

/** Throws when nobody waits for it any more. */
export function checkWanted(): void {
  if (check !== undefined) check();
}
