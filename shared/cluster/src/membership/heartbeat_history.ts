/**
 * The intervals of a member's heartbeats as they arrive here, and how unusual its silence is:
 * phi-accrual in chitchat's form.
 */
import type { MembershipSettings } from './membership_settings.js';

export interface HeartbeatHistory {
  readonly lastAtMs: number;
  readonly meanMs: number;
  readonly samples: number;
}

/** Number of samples that the prior counts as. */
const PRIOR_SAMPLES = 5;

export function startHistory(nowMs: number, settings: MembershipSettings): HeartbeatHistory {
  return { lastAtMs: nowMs, meanMs: settings.phiInitialIntervalMs, samples: PRIOR_SAMPLES };
}

export function addHeartbeat(
  history: HeartbeatHistory,
  nowMs: number,
  settings: MembershipSettings,
): HeartbeatHistory {
  const intervalMs = nowMs - history.lastAtMs;
  if (intervalMs > settings.phiIntervalMaxMs) return { ...history, lastAtMs: nowMs };
  const samples = Math.min(history.samples + 1, settings.phiWindow);
  const meanMs = history.meanMs + (intervalMs - history.meanMs) / samples;
  return { lastAtMs: nowMs, meanMs, samples };
}

/** The length of the silence in mean intervals. */
export function phi({ lastAtMs, meanMs }: HeartbeatHistory, nowMs: number): number {
  return (nowMs - lastAtMs) / Math.max(meanMs, 1);
}
