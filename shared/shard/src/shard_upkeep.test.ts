/** Tests the work of a shard that is alone by the clock: syncs, the end of merges, its figures. */
import { ApiError } from '@skein/errors';
import { openAlone, put, ShardGroup } from './testing/shard_group.js';

function setUp(indexSettings: Record<string, string> = {}) {
  const time = { ms: 1000 };
  const clock = { nowMs: () => time.ms, monotonicMs: () => time.ms };
  const { shard } = openAlone({ request: { indexSettings }, options: { clock } });
  const pass = (ms: number) => {
    time.ms += ms;
    shard.maintain();
  };
  const idle = (ms: number, inactiveMs: number) => {
    time.ms += ms;
    shard.maintain(inactiveMs);
  };
  return { shard, pass, idle };
}

test('an async translog is synced at its interval, a request one with each request', async () => {
  const { shard, pass } = setUp({
    'index.translog.durability': 'async',
    'index.translog.sync_interval': '5s',
  });
  pass(0);
  await put({ shard }, 'a', 1);
  expect(shard.engine.needsSync).toBe(true);
  pass(4999);
  expect(shard.engine.needsSync).toBe(true);
  pass(1);
  expect(shard.engine.needsSync).toBe(false);
  await put({ shard }, 'b', 1);
  pass(4999);
  expect(shard.engine.needsSync).toBe(true);
  pass(1);
  expect(shard.engine.needsSync).toBe(false);
  const strict = setUp();
  await put({ shard: strict.shard }, 'a', 1);
  expect(strict.shard.engine.needsSync).toBe(false);
});

test('the buffer is freed when no write has come for the time', async () => {
  const { shard, pass, idle } = setUp({ 'index.refresh_interval': '-1' });
  const empty = shard.bufferedBytes;
  await put({ shard }, 'a', 1);
  idle(0, 5000);
  const full = shard.bufferedBytes;
  expect(full).toBeGreaterThan(empty);
  expect(shard.nextDueMs(5000)).toBe(1000 + 5000);
  idle(4999, 5000);
  expect(shard.bufferedBytes).toBe(full);
  await put({ shard }, 'b', 1);
  idle(1, 5000);
  idle(4999, 5000);
  expect(shard.bufferedBytes).toBeGreaterThanOrEqual(full);
  idle(1, 5000);
  expect(shard.bufferedBytes).toBe(empty);
  expect(shard.engine.needsRefresh).toBe(true);
  await put({ shard }, 'c', 1);
  pass(1_000_000);
  expect(shard.bufferedBytes).toBeGreaterThan(empty);
});

test('a request for a merge flushes if it says so, and shows everything', async () => {
  const { shard } = setUp();
  await put({ shard }, 'a', 1);
  const before = shard.engine.commitGeneration;
  const request = { maxNumSegments: 1, onlyExpungeDeletes: false };
  await shard.call('force_merge', { ...request, flush: false });
  expect(shard.engine.commitGeneration).toBe(before);
  expect(shard.stats().docs.count).toBe(1);
  await shard.call('force_merge', { ...request, flush: true });
  expect(shard.engine.commitGeneration).toBe(before + 1);
});

test('a commit tells the documents that are in it, and no others', async () => {
  const { shard } = setUp();
  for (const id of ['a', 'b']) await put({ shard }, id, 1);
  shard.flush({ force: true, periodic: false });
  await put({ shard }, 'c', 1);
  shard.refresh();
  const { docs, commit, search } = shard.stats();
  expect([docs.count, commit.docs]).toEqual([3, 2]);
  expect(commit).toMatchObject({ generation: shard.engine.commitGeneration });
  expect(commit.userData).toEqual(shard.engine.commitData);
  expect(Object.values(search).filter((figure) => figure !== 0)).toEqual([]);
});

describe('a shard is busy', () => {
  const QUIET = { 'index.refresh_interval': '-1' };

  test('while a scheduled refresh is due, and not when none is', async () => {
    for (const [settings, isBusy] of [[{}, true] as const, [QUIET, false] as const]) {
      const { shard } = setUp(settings);
      expect(shard.isBusy).toBe(false);
      await put({ shard }, 'a', 1);
      expect(shard.isBusy).toBe(isBusy);
      shard.refresh();
      expect(shard.isBusy).toBe(false);
    }
  });

  test('while a sync is due', async () => {
    const { shard } = setUp({ ...QUIET, 'index.translog.durability': 'async' });
    await put({ shard }, 'a', 1);
    expect(shard.isBusy).toBe(true);
    shard.syncTranslog();
    expect(shard.isBusy).toBe(false);
  });

  test('while it recovers', async () => {
    const group = new ShardGroup();
    group.indexSettings = QUIET;
    group.onTheWay = () => new Promise(() => undefined);
    group.add('p');
    const { shard } = group.add('r');
    expect(shard.isBusy).toBe(true);
    await group.close();
  });

  test('not once it has failed', async () => {
    const { shard } = setUp();
    await put({ shard }, 'a', 1);
    expect(shard.nextDueMs(5)).toBe(5);
    shard.engine.fail(new ApiError('illegal_state_exception', 'broken'));
    expect([shard.isBusy, shard.nextDueMs(5)]).toEqual([false, undefined]);
  });
});
