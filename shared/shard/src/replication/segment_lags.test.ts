import { RoundProgress } from './round_progress.js';
import { SegmentLags } from './segment_lags.js';
import { SegmentPressure } from './segment_pressure.js';

let nowMs = 0;
const clock = { nowMs: () => 1000 + nowMs, monotonicMs: () => nowMs };
const copy = { allocationId: 'r', nodeId: 'node-r' };
const file = (name: string, lengthBytes: number) => ({ name, lengthBytes, identity: undefined });

beforeEach(() => {
  nowMs = 0;
});

it('tells since when a replica lacks what is shown, and how long the last took', () => {
  const lags = new SegmentLags(clock);
  lags.update({ published: 1, copies: [{ copy, has: 0 }] });
  nowMs = 50;
  lags.update({ published: 2, copies: [{ copy, has: 0 }] });
  nowMs = 60;
  const behind = { nodeId: 'node-r', checkpointsBehind: 2, currentLagMs: 60, lastLagMs: 0 };
  expect(lags.list([])).toMatchObject([behind]);
  lags.update({ published: 2, copies: [{ copy, has: 1 }] });
  expect(lags.list([])).toMatchObject([{ checkpointsBehind: 1, currentLagMs: 10, lastLagMs: 60 }]);
  nowMs = 65;
  lags.update({ published: 2, copies: [{ copy, has: 2 }] });
  nowMs = 1000;
  const caughtUp = { checkpointsBehind: 0, currentLagMs: 0, lastLagMs: 15 };
  expect(lags.list([])).toMatchObject([caughtUp]);
  lags.update({ published: 2, copies: [{ copy, has: 2 }] });
  expect(lags.list([])).toMatchObject([caughtUp]);
});

it('counts the lag of a replica that comes later from the last publication before it', () => {
  const lags = new SegmentLags(clock);
  for (nowMs = 10; nowMs <= 30; nowMs += 10) lags.update({ published: nowMs / 10, copies: [] });
  nowMs = 50;
  lags.update({ published: 3, copies: [{ copy, has: 0 }] });
  expect(lags.list([])).toMatchObject([{ checkpointsBehind: 3, currentLagMs: 20 }]);
});

it('counts the bytes of every segment that is shown and was not in the last round', () => {
  const lags = new SegmentLags(clock);
  const segments = [
    { name: '_0', sizeBytes: 10 },
    { name: '_1', sizeBytes: 5 },
  ];
  lags.update({ published: 1, copies: [{ copy, has: 0 }] });
  expect(lags.list(segments)).toMatchObject([{ bytesBehind: 15, lastRound: undefined }]);
  const failed = lags.begin('r');
  failed.lacks([file('_0.seg', 10), file('_1.seg', 5)], new Set());
  lags.ended('r', failed, false);
  expect(lags.list(segments)).toMatchObject([{ bytesBehind: 15, lastRound: undefined }]);
  const round = lags.begin('r');
  round.lacks([file('_0.seg', 10)], new Set());
  lags.ended('r', failed, true);
  expect(lags.list(segments)).toMatchObject([{ round: { stage: 'get_files' } }]);
  lags.ended('r', round, true);
  lags.update({ published: 1, copies: [{ copy, has: 0 }] });
  expect(lags.list(segments)).toMatchObject([{ bytesBehind: 5, lastRound: { stage: 'done' } }]);
  lags.update({ published: 1, copies: [{ copy, has: 1 }] });
  expect(lags.list(segments)).toMatchObject([{ bytesBehind: 0 }]);
});

it('forgets copies that are gone, and times beyond the last thousand', () => {
  const lags = new SegmentLags(clock);
  for (let published = 1; published <= 5000; published++) {
    nowMs = published;
    lags.update({ published, copies: [{ copy, has: 0 }] });
  }
  expect(lags.list([])).toMatchObject([{ checkpointsBehind: 5000, currentLagMs: 999 }]);
  lags.update({ published: 5000, copies: [] });
  expect(lags.list([])).toEqual([]);
});

it('tells what is sent, and the time of each stage', () => {
  const round = new RoundProgress(clock);
  nowMs = 1;
  round.begins();
  nowMs = 3;
  round.lacks([file('a', 7), file('b', 5)], new Set(['a']));
  round.sentBytes(5);
  round.sentFile();
  nowMs = 7;
  round.finalizes();
  nowMs = 15;
  round.ended();
  nowMs = 100;
  expect(round.state).toEqual({
    stage: 'done',
    startMs: 1000,
    stopMs: 1015,
    timeMs: 15,
    files: 2,
    bytes: 12,
    lackedFiles: 1,
    lackedBytes: 5,
    sentFiles: 1,
    sentBytes: 5,
    stageMs: { init: 1, file_diff: 2, get_files: 4, finalize_replication: 8 },
  });
});

it('refuses writes when the share of stale replicas is reached, by both limits', () => {
  const lags = new SegmentLags(clock);
  const other = { allocationId: 's', nodeId: 'node-s' };
  for (let published = 1; published <= 3; published++) {
    lags.update({
      published,
      copies: [
        { copy, has: 0 },
        { copy: other, has: published },
      ],
    });
  }
  nowMs = 20;
  const pressure = new SegmentPressure();
  const check = () => pressure.check('[test][0]', () => lags.list([]));
  expect(check).not.toThrow();
  const refusals = (checkpoints: number, timeMs: number, staleShare: number) => {
    pressure.limits = { checkpoints, timeMs, staleShare };
    const before = pressure.rejected;
    try {
      check();
    } catch (error) {
      expect(error).toMatchObject({
        type: 'es_rejected_execution_exception',
        status: 429,
        reason:
          'rejected execution on primary shard: [test][0] Stale Replicas: [SegmentReplicationShardStats{allocationId=r, checkpointsBehindCount=3, bytesBehindCount=0, currentReplicationLagMillis=20, currentReplicationTimeMillis=20, lastCompletedReplicationTimeMillis=0}]]',
      });
    }
    return pressure.rejected - before;
  };
  expect(refusals(2, 19, 0.5)).toBe(1);
  expect(refusals(3, 19, 0.5)).toBe(0);
  expect(refusals(2, 20, 0.5)).toBe(0);
  expect(refusals(2, 19, 0.51)).toBe(0);
  expect(refusals(2, 19, 0)).toBe(1);
});
