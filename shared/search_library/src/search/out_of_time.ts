/**
 * What `checkCancelled` throws when there is no more time: a search for the best documents then gives what it has found so far. Anything else
 * that is thrown ends the search without a result.
 */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** false: the time was over before the work was. */
export function finishes(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    if (thrown instanceof OutOfTime) return false;
    throw thrown;
  }
}
