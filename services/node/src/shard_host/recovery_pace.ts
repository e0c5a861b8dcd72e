/** `indices.recovery.max_bytes_per_sec`: how fast this node sends files of recoveries, all of them together. */
import type { Clock, Timers } from '@skein/base';
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { CLUSTER, readSetting } from '@skein/settings';

/** What may be sent at once before anything waits. */
const BURST_MS = 100;

export class RecoveryPace {
  readonly #timers: Timers;
  readonly #clock: Clock;
  /** When what was let through so far will have been sent at the pace. */
  #paidUntilMs = 0;

  constructor(timers: Timers, clock: Clock) {
    this.#timers = timers;
    this.#clock = clock;
  }

  /** Resolves when so many bytes more may go. */
  async admit(bytes: number, state: ClusterState): Promise<void> {
    const perSecond = readSetting(clusterSettings(state), CLUSTER.recovery.maxBytes);
    if (perSecond <= 0) return;
    const nowMs = this.#clock.monotonicMs();
    this.#paidUntilMs = Math.max(this.#paidUntilMs, nowMs - BURST_MS) + (bytes * 1000) / perSecond;
    const waitMs = this.#paidUntilMs - nowMs;
    if (waitMs <= 0) return;
    await new Promise<void>((resolve) => void this.#timers.after(waitMs, resolve));
  }
}
