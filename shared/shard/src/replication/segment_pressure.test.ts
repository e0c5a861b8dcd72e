/** Tests the limits for replicas that copy segments, and waiting until one has caught up. */
import { silentLog } from '@skein/base';
import { CaughtUp } from './caught_up.js';
import type { ReplicaLag } from './segment_lags.js';
import { lateReplicas, SegmentPressure } from './segment_pressure.js';

const lag = (name: string, checkpointsBehind: number, currentLagMs: number): ReplicaLag => ({
  nodeId: `node-${name}`,
  allocationId: name,
  checkpointsBehind,
  bytesBehind: 7,
  currentLagMs,
  lastLagMs: 2.4,
  round: undefined,
  lastRound: undefined,
});

describe('writes', () => {
  const LIMITS = { checkpoints: 4, timeMs: 100, staleShare: 0.5 };
  const isRefused = (lags: readonly ReplicaLag[], limits = LIMITS) => {
    const pressure = new SegmentPressure();
    pressure.limits = limits;
    try {
      pressure.check('[logs][0]', () => lags);
    } catch {
      expect(pressure.rejected).toBe(1);
      return true;
    }
    expect(pressure.rejected).toBe(0);
    return false;
  };
  const [stale, fresh] = [lag('s', 5, 101), lag('f', 0, 0)];

  test('are refused when a replica is behind by more checkpoints and for longer than allowed', () => {
    expect(isRefused([stale])).toBe(true);
    expect(isRefused([lag('s', 4, 101)])).toBe(false);
    expect(isRefused([lag('s', 5, 100)])).toBe(false);
    expect(isRefused([])).toBe(false);
  });

  test('are refused from a share of stale replicas on', () => {
    expect(isRefused([stale, fresh])).toBe(true);
    expect(isRefused([stale, fresh, fresh])).toBe(false);
    expect(isRefused([fresh], { ...LIMITS, staleShare: 0 })).toBe(false);
  });

  test('are told which replicas are stale, as OpenSearch does', () => {
    const pressure = new SegmentPressure();
    expect(() => pressure.check('[logs][0]', () => [stale])).not.toThrow();
    pressure.limits = LIMITS;
    expect(() => pressure.check('[logs][0]', () => [lag('s', 5, 101.6), fresh])).toThrow(
      expect.objectContaining({
        type: 'es_rejected_execution_exception',
        reason:
          'rejected execution on primary shard: [logs][0] Stale Replicas: [SegmentReplicationShardStats{allocationId=s, checkpointsBehindCount=5, bytesBehindCount=7, currentReplicationLagMillis=102, currentReplicationTimeMillis=102, lastCompletedReplicationTimeMillis=2}]]',
      }),
    );
  });
});

test('replicas behind for longer than the limit are late, and logged', () => {
  const logged: unknown[] = [];
  const log = { ...silentLog, warn: (...entry: unknown[]) => void logged.push(entry) };
  const lags = [lag('a', 1, 100), lag('b', 1, 100.6)];
  expect(lateReplicas(lags, undefined, log)).toEqual([]);
  expect(logged).toEqual([]);
  expect(lateReplicas(lags, 100, log)).toEqual(['b']);
  expect(logged).toEqual([
    [
      'replica is behind its primary for too long',
      { node: 'node-b', allocationId: 'b', lag: '101ms', limit: '100ms' },
    ],
  ]);
});

describe('waiting for the segments of a copy', () => {
  const REASON =
    'Replication still in progress for [logs][0]: refresh its index, and retry when _cat/segment_replication shows no checkpoints behind';

  function waiting() {
    const state = { nowMs: 0, isBehind: true };
    const caughtUp = new CaughtUp({
      monotonicMs: () => state.nowMs,
      isBehind: () => state.isBehind,
      name: '[logs][0]',
    });
    return { state, caughtUp };
  }

  test('ends at once when nothing is missing, and else when all has come', async () => {
    const { state, caughtUp } = waiting();
    const waits = [caughtUp.wait(), caughtUp.wait()];
    expect(caughtUp.isAwaited).toBe(true);
    state.nowMs = 29_999;
    caughtUp.look();
    expect(caughtUp.isAwaited).toBe(true);
    state.isBehind = false;
    caughtUp.look();
    await expect(Promise.all(waits)).resolves.toHaveLength(2);
    expect(caughtUp.isAwaited).toBe(false);
    await caughtUp.wait();
    expect(caughtUp.isAwaited).toBe(false);
  });

  test('is given up after half a minute, each wait by itself', async () => {
    const { state, caughtUp } = waiting();
    const first = caughtUp.wait();
    state.nowMs = 1;
    const second = caughtUp.wait();
    state.nowMs = 30_000;
    caughtUp.look();
    await expect(first).rejects.toMatchObject({ type: 'illegal_state_exception', reason: REASON });
    expect(caughtUp.isAwaited).toBe(true);
    state.nowMs = 30_001;
    caughtUp.look();
    await expect(second).rejects.toMatchObject({ reason: REASON });
    expect(caughtUp.isAwaited).toBe(false);
  });

  test('is given up when the copy is closed', async () => {
    const { caughtUp } = waiting();
    const wait = caughtUp.wait();
    caughtUp.end();
    caughtUp.end();
    await expect(wait).rejects.toMatchObject({ reason: REASON });
    expect(caughtUp.isAwaited).toBe(false);
  });
});
