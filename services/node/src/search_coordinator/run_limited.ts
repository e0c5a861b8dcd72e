import { Slices, type Turns } from '@skein/base';

/**
 * Limit of concurrency, whatever the request says: this many keep every thread busy and start
 * within one turn.
 */
const MAX_AT_ONCE = 1024;

/**
 * Runs a task for every item, at most `limit` at once; results are in the order of the items. Tasks
 * must not reject.
 */
export async function runLimited<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  // All lanes take from one iterator.
  const left = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await task(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, MAX_AT_ONCE, items.length) }, lane));
  return results;
}

/**
 * Like `runLimited`, for very many tasks that may complete without waiting: it runs in slices, so
 * that other requests get their turn.
 */
export function runInTurns<T, R>(
  items: readonly T[],
  { limit, turns }: { readonly limit: number; readonly turns: Turns },
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const slices = new Slices(turns);
  return runLimited(items, limit, async (item, index) => {
    const pause = slices.pause();
    if (pause !== undefined) await pause;
    return task(item, index);
  });
}
