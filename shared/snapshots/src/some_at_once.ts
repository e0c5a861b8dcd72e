/** Runs work on many items, a few at a time. */

/** The number of calls of a store that one operation makes at the same time. */
const CALLS_AT_ONCE = 4;

/**
 * Returns the results in the order of the items. After a failure, no more items are begun; the
 * promise rejects with the failure when the items that were begun have ended.
 */
export async function someAtOnce<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  limit = CALLS_AT_ONCE,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const pending = items.entries();
  let failure: { readonly error: unknown } | undefined;
  const worker = async () => {
    for (const [place, item] of pending) {
      if (failure !== undefined) return;
      try {
        results[place] = await work(item);
      } catch (error) {
        failure ??= { error };
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failure !== undefined) throw failure.error;
  return results;
}
