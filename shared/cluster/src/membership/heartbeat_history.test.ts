/** Tests what a member's rhythm is learnt as, and how unusual a silence is by it. */
import { addHeartbeat, phi, startHistory } from './heartbeat_history.js';
import { MEMBERSHIP_DEFAULTS } from './membership_settings.js';

const SETTINGS = { ...MEMBERSHIP_DEFAULTS, phiInitialIntervalMs: 5_000, phiWindow: 8 };

/** The history of a member whose heartbeats come at these times, from 0 on. */
const historyOf = (...times: readonly number[]) =>
  times.reduce(
    (history, nowMs) => addHeartbeat(history, nowMs, SETTINGS),
    startHistory(0, SETTINGS),
  );

test('the first guess counts as five heartbeats', () => {
  expect(startHistory(7, SETTINGS)).toEqual({ lastAtMs: 7, meanMs: 5_000, samples: 5 });
  expect(historyOf(2_000)).toEqual({ lastAtMs: 2_000, meanMs: 4_500, samples: 6 });
  expect(historyOf(2_000, 10_000)).toEqual({ lastAtMs: 10_000, meanMs: 5_000, samples: 7 });
});

test('of the heartbeats a window counts, so that a new rhythm is learnt', () => {
  const times = Array.from({ length: 200 }, (_, i) => 1_000 * (i + 1));
  const { meanMs, samples } = historyOf(...times);
  expect(samples).toBe(8);
  expect(meanMs).toBeCloseTo(1_000, 3);
  expect(historyOf(...times.slice(0, 3)).meanMs).toBeCloseTo((25_000 + 3_000) / 8, 9);
  expect(historyOf(...times.slice(0, 4)).meanMs).toBeCloseTo(3_500 - 2_500 / 8, 9);
});

test('a pause of more than the longest interval is no sample, the next interval is', () => {
  const { phiIntervalMaxMs } = SETTINGS;
  expect(historyOf(phiIntervalMaxMs).samples).toBe(6);
  const paused = historyOf(phiIntervalMaxMs + 1);
  expect(paused).toEqual({ lastAtMs: phiIntervalMaxMs + 1, meanMs: 5_000, samples: 5 });
  expect(addHeartbeat(paused, phiIntervalMaxMs + 2_001, SETTINGS).meanMs).toBe(4_500);
});

test('phi is the silence in mean intervals, none of which is shorter than a millisecond', () => {
  const history = { lastAtMs: 1_000, meanMs: 500, samples: 9 };
  expect([1_000, 1_250, 5_000].map((nowMs) => phi(history, nowMs))).toEqual([0, 0.5, 8]);
  expect(phi({ ...history, meanMs: 0.1 }, 1_003)).toBe(3);
});
