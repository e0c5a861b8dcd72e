/**
 * Writes a page. Items rejected because of overload are retried with growing pauses. As in
 * OpenSearch, a reindex makes its destination again if somebody deletes it, but not after the task
 * is cancelled; updates and deletes by query never make an index again.
 */
import type { RoutedWrite, RoutedWriteResult } from '../document_router/mod.js';
import type { SliceRun } from './slice_run.js';

const FIRST_PAUSE_MS = 500;
const MOST_RETRIES = 11;
const TOO_MANY_REQUESTS = 429;

export async function writeAll(
  writes: readonly RoutedWrite[],
  { request, options, parts, progress, task }: SliceRun,
): Promise<readonly RoutedWriteResult[]> {
  const results: RoutedWriteResult[] = new Array(writes.length);
  let left = writes.map((write, place) => ({ write, place }));
  // A started write is completed even if the caller stops waiting.
  const { signal } = new AbortController();
  for (let retry = 0; left.length > 0; retry++) {
    const outcome = await parts.documentRouter.bulk(
      left.map(({ write }) => write),
      {
        refresh: 'false',
        timeoutMs: request.timeoutMs,
        waitForActiveShards: request.waitForActiveShards,
        identity: options.identity,
        signal,
        nowMs: options.nowMs,
        mayCreate: () => request.kind === 'reindex' && !task.signal.aborted,
      },
    );
    outcome.results.forEach((result, i) => {
      const place = left[i]?.place;
      if (place !== undefined) results[place] = result;
    });
    if (retry === MOST_RETRIES || task.signal.aborted) break;
    left = left.filter(({ place }) => isTurnedAway(results[place]));
    if (left.length === 0) break;
    progress.counts.bulkRetries++;
    await pause(FIRST_PAUSE_MS * 1.5 ** retry, parts.timers);
  }
  return results;
}

function isTurnedAway(result: RoutedWriteResult | undefined): boolean {
  return result?.result.ok === false && result.result.error.status === TOO_MANY_REQUESTS;
}

function pause(delayMs: number, timers: SliceRun['parts']['timers']): Promise<void> {
  return new Promise((done) => {
    timers.after(delayMs, done);
  });
}
