import type { Engine } from '@skein/engine';
import { MergeControl, type MergeJob } from '@skein/search_library';
import { UNLIMITED_RATE } from './merge_rate.js';
import { ShardMerges } from './shard_merges.js';

const MB = 1024 * 1024;
const clock = { nowMs: () => 0, monotonicMs: () => 0 };

function jobOf(name: string, sizeBytes: number): MergeJob {
  const segments = [{ sizeBytes, liveCount: 1 }];
  return { name, segments, control: new MergeControl().shared } as unknown as MergeJob;
}

/** Merges that wait to be begun, and never end. */
function engineOf(jobs: MergeJob[]) {
  const settings = { maxMerges: 3, throttleMerges: true };
  const engine = { settings, merges: { start: () => jobs.shift() } } as unknown as Engine;
  return { settings, engine };
}

const rateOf = ({ control }: MergeJob) => new MergeControl(control).bytesPerSecond;

test('large merges share one rate, which obeys the settings while they run; small ones are not held back', () => {
  const jobs = [jobOf('a', 100 * MB), jobOf('b', MB), jobOf('c', 60 * MB)];
  const [a, b, c] = jobs as [MergeJob, MergeJob, MergeJob];
  const { engine, settings } = engineOf(jobs);
  const merge = () => new Promise<void>(() => undefined);
  const merges = new ShardMerges(engine, { merge, clock }, () => undefined);
  expect(merges.bytesPerSecond).toBe(20 * MB);
  merges.start();
  const rate = (20 * MB * 1.2) / 1.1;
  expect(merges.bytesPerSecond).toBeCloseTo(rate, -1);
  expect(rateOf(a) / rate).toBeCloseTo(1, 3);
  expect(rateOf(c)).toBe(rateOf(a));
  expect(rateOf(b)).toBe(Number.POSITIVE_INFINITY);
  settings.throttleMerges = false;
  merges.start();
  expect([rateOf(a), rateOf(c)]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  expect(merges.bytesPerSecond).toBe(UNLIMITED_RATE);
});
