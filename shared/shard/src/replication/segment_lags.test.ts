import { SegmentLags } from './segment_lags.js';

let nowMs = 0;
const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
const copy = { allocationId: 'r', nodeId: 'node-r' };

beforeEach(() => {
  nowMs = 0;
});

it('tells since when a replica lacks what is shown, and how long the last took', () => {
  const lags = new SegmentLags(clock);
  lags.see({ published: 1, copies: [{ copy, has: 0 }] });
  nowMs = 50;
  lags.see({ published: 2, copies: [{ copy, has: 0 }] });
  nowMs = 60;
  const behind = { nodeId: 'node-r', checkpointsBehind: 2, currentLagMs: 60, lastLagMs: 0 };
  expect(lags.list).toEqual([{ ...behind, bytesBehind: 0 }]);
  lags.bytesLeft('r', 7);
  lags.see({ published: 2, copies: [{ copy, has: 1 }] });
  expect(lags.list).toMatchObject([
    { checkpointsBehind: 1, currentLagMs: 10, lastLagMs: 60, bytesBehind: 7 },
  ]);
  nowMs = 65;
  lags.see({ published: 2, copies: [{ copy, has: 2 }] });
  nowMs = 1000;
  expect(lags.list).toMatchObject([{ checkpointsBehind: 0, currentLagMs: 0, lastLagMs: 15 }]);
});

it('forgets copies that are gone, and times beyond the last thousand', () => {
  const lags = new SegmentLags(clock);
  for (let published = 1; published <= 5000; published++) {
    nowMs = published;
    lags.see({ published, copies: [{ copy, has: 0 }] });
  }
  expect(lags.list).toMatchObject([{ checkpointsBehind: 5000, currentLagMs: 999 }]);
  lags.see({ published: 5000, copies: [] });
  expect(lags.list).toEqual([]);
});
