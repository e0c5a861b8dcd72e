/**
 * Periodically writes a small file to the data path (`monitor.fs.health.*`). While that fails or
 * takes too long, the node is unhealthy: it fails health checks, is not elected, gives up being
 * master, and is removed from the cluster. Like OpenSearch's FsHealthService.
 */
import type { Clock, Log, TimerHandle, Timers } from '@skein/base';
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { asApiError } from '@skein/errors';
import { CLUSTER, readSetting } from '@skein/settings';

/** Interval while unhealthy; short, so that the node does not stay out of the cluster for long. */
const UNHEALTHY_INTERVAL_MS = 5000;

export interface FsHealthParts {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
  /** Writes, syncs and removes a file in the data path. */
  readonly tryDataPath: () => Promise<void>;
  /** `monitor.fs.health.refresh_interval`. */
  readonly intervalMs: number;
  readonly state: () => ClusterState;
  /** Called initially and on each change. */
  readonly onChange: (isHealthy: boolean) => void;
}

export class FsHealth {
  readonly #parts: FsHealthParts;
  #isHealthy: boolean | undefined;
  #timer: TimerHandle | undefined;
  #stopped = false;

  constructor(parts: FsHealthParts) {
    this.#parts = parts;
  }

  /** Resolves after the first check. */
  async start(): Promise<void> {
    await this.#check();
  }

  stop(): void {
    this.#stopped = true;
    this.#timer?.cancel();
  }

  async #check(): Promise<void> {
    const { timers, intervalMs, state } = this.#parts;
    const settings = clusterSettings(state());
    if (readSetting(settings, CLUSTER.fsHealth.enabled)) {
      await this.#tryOnce(readSetting(settings, CLUSTER.fsHealth.healthyTimeout));
    } else this.#found(true, 'not checked');
    if (this.#stopped) return;
    const waitMs = this.#isHealthy ? intervalMs : Math.min(intervalMs, UNHEALTHY_INTERVAL_MS);
    this.#timer = timers.after(waitMs, () => void this.#check());
  }

  async #tryOnce(limitMs: number): Promise<void> {
    const { clock, timers, log, tryDataPath, state } = this.#parts;
    const startMs = clock.monotonicMs();
    const late = timers.after(limitMs, () => this.#found(false, `no answer in [${limitMs}ms]`));
    try {
      await tryDataPath();
      const tookMs = Math.round(clock.monotonicMs() - startMs);
      const slowMs = readSetting(clusterSettings(state()), CLUSTER.fsHealth.slowThreshold);
      if (tookMs > slowMs) log.warn('the data path is slow', { tookMs });
      this.#found(tookMs < limitMs, `it took [${tookMs}ms]`);
    } catch (thrown) {
      this.#found(false, asApiError(thrown).reason);
    } finally {
      late.cancel();
    }
  }

  #found(isHealthy: boolean, reason: string): void {
    if (this.#stopped || isHealthy === this.#isHealthy) return;
    const { log, onChange } = this.#parts;
    if (!isHealthy) log.error('the data path cannot be written', { reason });
    else if (this.#isHealthy === false) log.info('the data path can be written again', { reason });
    this.#isHealthy = isHealthy;
    onChange(isHealthy);
  }
}
