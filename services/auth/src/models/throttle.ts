/**
 * Failed attempts under one key (a user name, a client). An attempt counts as failed until it
 * succeeds, so that concurrent attempts cannot all see a count of zero.
 */
interface ThrottleState {
  readonly failures: number;
  readonly lastMs: number;
}

/** Upper bound of all policies' memory; older counters are purged. */
export const LONGEST_MEMORY_MS = 24 * 3_600_000;

export interface ThrottlePolicy {
  /** Failures before the first wait. */
  readonly limit: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Failures are forgotten after this long without a further one. */
  readonly forgetMs: number;
}

type ThrottleVerdict =
  | { readonly allowed: true; readonly state: ThrottleState }
  | { readonly allowed: false; readonly retryMs: number };

/** Counts one attempt, or returns the wait, which doubles with every failure beyond the limit. */
export function countAttempt(
  before: ThrottleState | undefined,
  nowMs: number,
  policy: ThrottlePolicy,
): ThrottleVerdict {
  const known = before && nowMs - before.lastMs < policy.forgetMs ? before : undefined;
  const failures = known?.failures ?? 0;
  if (known && failures >= policy.limit) {
    const waitMs = Math.min(
      policy.firstWaitMs * 2 ** Math.min(failures - policy.limit, 30),
      policy.longestWaitMs,
    );
    const retryMs = known.lastMs + waitMs - nowMs;
    if (retryMs > 0) return { allowed: false, retryMs };
  }
  return { allowed: true, state: { failures: failures + 1, lastMs: nowMs } };
}
