/** Runs work on many items, a few at a time. */

/** Concurrent calls of a store for one operation. */
const CALLS_AT_ONCE = 4;

/**
 * Returns results in the order of the items. After a failure no other item is begun; rejects with
 * it when all work that was begun has ended.
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
