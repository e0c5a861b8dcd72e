/**
 * Documents one after the other, each within bounds of time. The engine can be stopped in the middle of anything, also of an expression that looks at the
 * same characters again and again, but only from outside and without a word to what it was doing: `Stopwatch` does that for some documents at once,
 * for it costs as much as one of them. The document that was under way is run again from its beginning, first with time of its own, then with the match
 * that took too long failing.
 */
import { ApiError } from '@skein/errors';
import { abandonRuns } from '@skein/script';
import type { RegexRunner } from './text/regex_runner.js';

export interface Stopwatch {
  /** Runs `work` to its end or for so long; false: it was stopped. */
  run(limitMs: number, work: () => void): boolean;
  /** Whether what was stopped waits for another thread, which has a limit of its own. */
  isWaiting(): boolean;
}

/** Stops of one document before it is given up, by whatever it takes its time. */
const MAX_STOPS = 10;
/** A document without a match under way may take so many times longer: scripts have bounds of their own. */
const PATIENCE = 10;

export interface BoundedWork {
  readonly count: number;
  /** Everything that is done with the i-th; may be begun again from the start. */
  run(i: number): void;
  /** The i-th is given up. */
  giveUp(i: number, error: ApiError): void;
}

export function runBounded(work: BoundedWork, regexes: RegexRunner, stopwatch: Stopwatch): void {
  let next = 0;
  const runOn = (): void => {
    while (next < work.count) {
      regexes.begin();
      work.run(next);
      next++;
    }
  };
  while (next < work.count) {
    if (stopwatch.run(regexes.limitMs, runOn)) return;
    abandonRuns();
    // Stopped behind the last one.
    if (next >= work.count) return;
    runAlone(next, work, { regexes, stopwatch });
    next++;
  }
}

/** A document that was stopped among others, or by itself. */
function runAlone(
  i: number,
  work: BoundedWork,
  { regexes, stopwatch }: { readonly regexes: RegexRunner; readonly stopwatch: Stopwatch },
): void {
  const longest = regexes.limitMs * PATIENCE;
  let limitMs = regexes.limitMs;
  let stops = 0;
  regexes.begin();
  while (stops < MAX_STOPS) {
    regexes.again();
    if (stopwatch.run(limitMs, () => work.run(i))) return;
    abandonRuns();
    if (stopwatch.isWaiting()) continue;
    stops++;
    if (regexes.failInterrupted()) continue;
    if (limitMs === longest) break;
    limitMs = longest;
  }
  work.giveUp(
    i,
    new ApiError(
      'runtime_exception',
      `ingestion was interrupted [${stops}] times, the last time after [${limitMs}] ms`,
    ),
  );
}
