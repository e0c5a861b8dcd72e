import { setImmediate as turn } from 'node:timers/promises';
import type { Engine } from '@skein/engine';
import { ApiError } from '@skein/errors';
import { MergeControl, type MergeJob, runMerge } from '@skein/search_library';
import { UNLIMITED_RATE } from './merge_rate.js';
import { ShardMerges } from './shard_merges.js';
import { openAlone, put } from './testing/shard_group.js';

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

test.each([
  [50 * MB - 1, false],
  [50 * MB, true],
])('a merge of %d bytes is held back: %s', (sizeBytes, isHeldBack) => {
  const job = jobOf('a', sizeBytes);
  const merge = () => new Promise<void>(() => undefined);
  new ShardMerges(engineOf([job]).engine, { merge, clock }, () => undefined).start();
  expect(rateOf(job) < Number.POSITIVE_INFINITY).toBe(isHeldBack);
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

describe('the merges of a shard', () => {
  const FLUSH = { 'index.merge.policy.segments_per_tier': '2', 'index.refresh_interval': '-1' };

  /** A shard whose merges wait until they are told to go on. */
  async function setUp(indexSettings: Record<string, string> = {}) {
    const under: { job: MergeJob; end: (error?: Error) => void; endWithoutFiles: () => void }[] =
      [];
    const merge = (job: MergeJob) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => {
          if (error !== undefined) reject(error);
          else {
            runMerge(job, index, clock);
            resolve();
          }
        };
        under.push({ job, end, endWithoutFiles: resolve });
      });
    const { shard, events, index } = openAlone({
      request: { indexSettings: { ...FLUSH, ...indexSettings } },
      options: { merge },
    });
    for (let at = 0; at < 12; at++) {
      await put({ shard }, `d${at}`, at);
      shard.refresh();
    }
    const segments = () => shard.engine.indexStats().segments.length;
    const force = (maxNumSegments?: number) =>
      shard.call('force_merge', { maxNumSegments, onlyExpungeDeletes: false, flush: false });
    /** Ends the merges that are under way, and those that follow. */
    const endAll = async () => {
      await turn();
      for (let next = under.shift(); next !== undefined; next = under.shift()) {
        next.end();
        await turn();
      }
    };
    return { shard, events, under, segments, force, endAll };
  }

  test('run in the background until the policy wants no more', async () => {
    const { shard, under, segments, endAll } = await setUp();
    const before = segments();
    shard.maintain();
    expect(under.length).toBeGreaterThan(0);
    expect([shard.isBusy, shard.stats().merges.current]).toEqual([true, under.length]);
    await endAll();
    expect(shard.stats().merges).toMatchObject({ current: 0 });
    expect(segments()).toBeLessThan(before);
  });

  test('by request leave one segment unless it says another number, one request after the other', async () => {
    const { under, segments, force, endAll } = await setUp();
    const ended: number[] = [];
    const first = force(3).then(() => ended.push(segments()));
    const second = force().then(() => ended.push(segments()));
    await turn();
    expect([under.length, ended]).toEqual([1, []]);
    await endAll();
    await Promise.all([first, second]);
    expect(ended[0]).toBeLessThanOrEqual(3);
    expect(ended[1]).toBe(1);
  });

  test('wait for those under way, and begin no others', async () => {
    const { shard, under, force, segments, endAll } = await setUp();
    shard.maintain();
    const running = under.length;
    const forced = force();
    await turn();
    shard.maintain();
    expect(under).toHaveLength(running);
    await endAll();
    await forced;
    expect(segments()).toBe(1);
  });

  test('are followed by a flush when they were large', async () => {
    const flushesAfter = async (threshold: string) => {
      const { shard, endAll } = await setUp({ 'index.flush_after_merge': threshold });
      shard.maintain();
      const { flushTotal } = shard.engine.counters;
      await endAll();
      shard.maintain();
      return shard.engine.counters.flushTotal - flushTotal;
    };
    expect([await flushesAfter('0b'), await flushesAfter('1gb')]).toEqual([1, 0]);
  });

  test('are stopped when the shard is closed, and change nothing', async () => {
    const { shard, under } = await setUp();
    shard.maintain();
    const jobs = under.map(({ job }) => job);
    const closing = shard.close();
    expect(jobs.map(({ control }) => new MergeControl(control).isStopped)).not.toContain(false);
    for (const { end } of under) end(new Error('stopped'));
    await closing;
    expect(shard.engine.counters.mergeTotal).toBe(0);
    expect(shard.engine.failure).toBeUndefined();
    expect(() => shard.maintain()).not.toThrow();
    expect(under).toHaveLength(jobs.length);
  });

  test('that fail end the shard, in the background and by request', async () => {
    for (const isForced of [false, true]) {
      const { shard, events, under, force } = await setUp();
      const forced = isForced ? force() : undefined;
      if (!isForced) shard.maintain();
      await turn();
      under.shift()?.end(new Error('EIO: i/o error, read'));
      if (forced !== undefined) await expect(forced).rejects.toThrow('EIO');
      await turn();
      expect(shard.engine.failure?.reason).toContain('EIO');
      expect(events.filter(({ kind }) => kind === 'failed')).toHaveLength(1);
    }
  });

  test('whose files are missing at the end end the shard, in the background and by request', async () => {
    for (const isForced of [false, true]) {
      const { shard, events, under, force } = await setUp();
      const forced = isForced ? force() : undefined;
      if (!isForced) shard.maintain();
      await turn();
      under.shift()?.endWithoutFiles();
      if (forced !== undefined) await expect(forced).rejects.toThrow();
      await turn();
      expect(shard.engine.failure).toBeDefined();
      expect(events.filter(({ kind }) => kind === 'failed')).toHaveLength(1);
    }
  });

  test('whose thread is gone leave the shard alone', async () => {
    const { shard, events, under } = await setUp();
    shard.maintain();
    for (const { end } of under.splice(0)) end(new ApiError('node_closed_exception', 'gone'));
    await turn();
    expect(shard.engine.failure).toBeUndefined();
    expect(events.filter(({ kind }) => kind === 'failed')).toEqual([]);
    expect(shard.stats().merges.current).toBe(0);
  });
});
