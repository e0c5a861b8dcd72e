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

/** Merges that wait to be started and never end. */
function engineOf(jobs: MergeJob[]) {
  const settings = { maxMerges: 3, maxMergeCount: 8, throttleMerges: true };
  const merges = {
    start: () => jobs.shift(),
    wanted: (most: number) => Math.min(most, jobs.length),
  };
  const engine = { settings, merges } as unknown as Engine;
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
  expect(merges.isBusy).toBe(false);
  merges.start();
  expect(merges.isBusy).toBe(true);
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

test('merges are behind when more are under way or wanted than may be; then large ones are not held back', () => {
  const jobs = Array.from({ length: 6 }, (_, i) => jobOf(`${i}`, 100 * MB));
  const [first] = jobs as [MergeJob];
  const { engine, settings } = engineOf(jobs);
  settings.maxMerges = 1;
  settings.maxMergeCount = 5;
  const merge = () => new Promise<void>(() => undefined);
  const merges = new ShardMerges(engine, { merge, clock }, () => undefined);
  merges.start();
  expect(merges.isBusy).toBe(true);
  expect(rateOf(first)).toBeLessThan(Number.POSITIVE_INFINITY);
  merges.start();
  expect([merges.isBehind, merges.bytesPerSecond]).toEqual([true, UNLIMITED_RATE]);
  expect(rateOf(first)).toBe(Number.POSITIVE_INFINITY);
  settings.maxMergeCount = 6;
  merges.start();
  expect(merges.isBehind).toBe(false);
  expect(rateOf(first)).toBeLessThan(Number.POSITIVE_INFINITY);
});
