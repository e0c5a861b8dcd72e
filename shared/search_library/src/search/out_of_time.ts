/**
 * Thrown by `checkCancelled` when the time is over: a search for the best documents then returns
 * what it has found so far. Any other error ends the search without a result.
 */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Runs `work`; false if the time was over before it ended. */
export function finishes(work: () => void): boolean {
  return outOfTimeOf(work) === undefined;
}

/** Runs `work`, and returns the error that ended it because the time was over. */
export function outOfTimeOf(work: () => void): OutOfTime | undefined {
  try {
    work();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof OutOfTime) return thrown;
    throw thrown;
  }
}
