import { type MergeJob, runMerge } from '@skein/search_library';
import { openAlone, put } from './testing/shard_group.js';
import { WriteThrottle } from './write_throttle.js';

function clockAt() {
  const now = { ms: 0 };
  return { now, clock: { nowMs: () => now.ms, monotonicMs: () => now.ms } };
}

/** Lets everything that is ready run. */
const settled = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
};

test('while merges are behind, writes go on one at a time, in their order, with rests in proportion to their time', async () => {
  const { now, clock } = clockAt();
  const throttle = new WriteThrottle(clock);
  const done: string[] = [];
  const write = (name: string, tookMs: number) => async () => {
    now.ms += tookMs;
    done.push(name);
  };
  await throttle.run(write('free', 1));
  throttle.update(true);
  const all = ['a', 'b', 'c', 'd'].map((name) => throttle.run(write(name, 200)));
  await settled();
  expect(done).toEqual(['free']);
  throttle.update(true);
  await settled();
  expect(done).toEqual(['free', 'a']);
  now.ms += 599;
  throttle.update(true);
  await settled();
  expect(done).toEqual(['free', 'a']);
  now.ms += 1;
  throttle.update(true);
  await settled();
  expect([done, throttle.waitingCount]).toEqual([['free', 'a', 'b'], 2]);
  expect(throttle.totalMs).toBe(1000);
  throttle.update(false);
  await Promise.all(all);
  expect(done).toEqual(['free', 'a', 'b', 'c', 'd']);
  expect([throttle.isOn, throttle.totalMs]).toEqual([false, 1000]);
});

test('a write that fails ends its turn as any other', async () => {
  const { now, clock } = clockAt();
  const throttle = new WriteThrottle(clock);
  throttle.update(true);
  const failing = throttle.run(() => Promise.reject(new Error('no')));
  const next = throttle.run(async () => 'yes');
  throttle.update(true);
  await expect(failing).rejects.toThrow('no');
  now.ms += 1000;
  throttle.update(true);
  expect(await next).toBe('yes');
});

test('a shard whose merges cannot keep up holds its writes back until they have, and says so', async () => {
  const { now, clock } = clockAt();
  const gates: (() => void)[] = [];
  const merge = async (job: MergeJob) => {
    await new Promise<void>((open) => gates.push(open));
    runMerge(job, alone.index, clock);
  };
  const alone = openAlone({
    request: {
      indexSettings: {
        'index.merge.policy.segments_per_tier': '2',
        'index.merge.policy.max_merge_at_once': '2',
        'index.merge.policy.floor_segment': '1b',
        'index.merge.scheduler.max_thread_count': '1',
        'index.merge.scheduler.max_merge_count': '2',
      },
    },
    options: { clock, merge },
  });
  const { shard } = alone;
  const isThrottled = () => shard.stats().indexing.throttledShards === 1;
  let written = 0;
  while (!isThrottled()) {
    expect(written).toBeLessThan(100);
    await put(alone, `${written++}`, 1);
    shard.refresh();
    shard.maintain();
  }
  expect(shard.stats().merges.current).toBe(1);
  let isWritten = false;
  const held = put(alone, 'held', 1).then(() => {
    isWritten = true;
  });
  await settled();
  expect([isWritten, shard.isBusy]).toEqual([false, true]);
  now.ms += 500;
  while (isThrottled()) {
    expect(gates.length).toBeGreaterThan(0);
    gates.shift()?.();
    await settled();
    shard.maintain();
  }
  await held;
  expect(shard.stats().indexing.throttleTimeMs).toBe(500);
  expect(shard.engine.currentVersion('held')).toBeDefined();
  shard.refresh();
  expect(shard.stats().docs.count).toBe(written + 1);
  const closed = shard.close();
  for (const open of gates) open();
  await closed;
});
