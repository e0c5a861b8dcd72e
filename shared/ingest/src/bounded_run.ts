/**
 * Runs documents one after another, each within limits of time. The engine can be stopped at any
 * point, even inside an expression that backtracks endlessly, but only from outside and without
 * notice to the running code. `Stopwatch` does so for several documents at once, since it costs as
 * much as one document. The interrupted document is run again from its beginning, first with a time
 * limit of its own, then with the slow match failing.
 */
import { ApiError } from '@skein/errors';
import { abandonRuns } from '@skein/java';
import type { RegexRunner } from './text/regex_runner.js';

export interface Stopwatch {
  /** Runs `work` to its end or until the limit; false if it was stopped. */
  run(limitMs: number, work: () => void): boolean;
  /** True if the stopped work was waiting for another thread, which has a limit of its own. */
  isWaiting(): boolean;
}

/** The number of stops after which a document is given up, whatever takes its time. */
const MAX_STOPS = 10;
/**
 * The factor by which a document outside of a match may take longer: scripts have limits of their
 * own.
 */
const PATIENCE = 10;

export interface BoundedWork {
  readonly count: number;
  /** Processes the i-th document completely; may be started again from the beginning. */
  run(i: number): void;
  /** Gives up the i-th document. */
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
    // The engine was stopped after the last document.
    if (next >= work.count) return;
    runAlone(next, work, { regexes, stopwatch });
    next++;
  }
}

/** Runs a document that was stopped, among others or by itself. */
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
