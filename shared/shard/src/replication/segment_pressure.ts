/**
 * A primary's limits for replicas that copy its segments: it refuses writes when too many are stale
 * (`segrep.pressure.*`), and fails those that are late (`segrep.replication.time.limit`).
 */
import { formatTimeMs, type Log } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { ReplicaLag } from './segment_lags.js';

/** The limits in the cluster's settings. */
export interface PressureLimits {
  /**
   * A replica is stale if it is more than this number of checkpoints behind, and for longer than
   * this time.
   */
  readonly checkpoints: number;
  readonly timeMs: number;
  /** Writes are refused when this share of the replicas, or more, is stale. */
  readonly staleShare: number;
}

export class SegmentPressure {
  /** Undefined: nothing is refused. */
  limits: PressureLimits | undefined;
  #rejected = 0;

  /** Requests that were refused since the copy was opened. */
  get rejected(): number {
    return this.#rejected;
  }

  /** Throws es_rejected_execution_exception. `shard`: `[index][shard]`. */
  check(shard: string, lags: () => readonly ReplicaLag[]): void {
    const { limits } = this;
    if (limits === undefined) return;
    const all = lags();
    const stale = all.filter(
      ({ checkpointsBehind, currentLagMs }) =>
        checkpointsBehind > limits.checkpoints && currentLagMs > limits.timeMs,
    );
    if (stale.length === 0 || stale.length < limits.staleShare * all.length) return;
    this.#rejected++;
    const told = stale.map(textOf).join(', ');
    const reason = `rejected execution on primary shard: ${shard} Stale Replicas: [${told}]]`;
    throw new ApiError('es_rejected_execution_exception', reason);
  }
}

/** Allocation ids of the replicas that lack segments for longer than the limit; logs them. */
export function lateReplicas(
  lags: readonly ReplicaLag[],
  limitMs: number | undefined,
  log: Pick<Log, 'warn'>,
): readonly string[] {
  if (limitMs === undefined) return [];
  const late = lags.filter(({ currentLagMs }) => currentLagMs > limitMs);
  for (const { allocationId, nodeId: node, currentLagMs } of late) {
    const [lag, limit] = [currentLagMs, limitMs].map((ms) => formatTimeMs(Math.round(ms)));
    log.warn('replica is behind its primary for too long', { node, allocationId, lag, limit });
  }
  return late.map(({ allocationId }) => allocationId);
}

/** A replica's lag as OpenSearch prints it. */
function textOf(lag: ReplicaLag): string {
  const lagMs = Math.round(lag.currentLagMs);
  return `SegmentReplicationShardStats{allocationId=${lag.allocationId}, checkpointsBehindCount=${lag.checkpointsBehind}, bytesBehindCount=${lag.bytesBehind}, currentReplicationLagMillis=${lagMs}, currentReplicationTimeMillis=${lagMs}, lastCompletedReplicationTimeMillis=${Math.round(lag.lastLagMs)}}`;
}
