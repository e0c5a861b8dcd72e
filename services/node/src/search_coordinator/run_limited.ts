import { Slices, type Turns } from '@skein/base';

/** A request may ask for any number; so many keep every thread busy, and begin within one turn. */
const MAX_AT_ONCE = 1024;

/**
 * Runs a task for every item, at most `limit` at once; results in the order of the items. Tasks
 * must not reject.
 */
export async function runLimited<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const index = next++;
      results[index] = await task(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, MAX_AT_ONCE, items.length) }, lane));
  return results;
}

/**
 * The same for tasks that may be very many, and each done without waiting for anybody: in slices,
 * so that others have their turn in between.
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
