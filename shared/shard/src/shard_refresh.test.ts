import { SearchActivity } from './search_activity.js';
import { openAlone, put } from './testing/shard_group.js';

const IDLE_AFTER_MS = 30_000;

function setUp(indexSettings: Record<string, string> = {}) {
  let nowMs = 0;
  const activity = new SearchActivity();
  const alone = openAlone({
    request: { indexSettings, activity: activity.shared },
    options: { clock: { nowMs: () => nowMs, monotonicMs: () => nowMs } },
  });
  /** The number of documents that a search would find now. */
  const visible = () => {
    const last = alone.events.findLast((event) => event.kind === 'snapshot');
    if (last?.kind !== 'snapshot') return 0;
    return last.snapshot.segments.reduce((sum, { liveCount }) => sum + liveCount, 0);
  };
  const pass = (ms: number) => {
    for (const endMs = nowMs + ms; nowMs < endMs; ) {
      nowMs += 100;
      alone.shard.maintain();
    }
  };
  return { ...alone, activity, visible, pass };
}

test('a shard that is searched refreshes by the clock; one that is not leaves it to the next search', async () => {
  const { shard, activity, visible, pass, ...alone } = setUp();
  await put({ shard, ...alone }, 'a', 1);
  pass(1000);
  expect(visible()).toBe(1);
  pass(IDLE_AFTER_MS);
  await put({ shard, ...alone }, 'b', 2);
  pass(10_000);
  expect([visible(), activity.isBehind, shard.isBusy]).toEqual([1, true, false]);
  expect(activity.search()).toBe(true);
  await shard.call('refresh', {});
  expect([visible(), activity.search()]).toEqual([2, false]);
  await put({ shard, ...alone }, 'c', 3);
  pass(1000);
  expect(visible()).toBe(3);
  pass(IDLE_AFTER_MS);
  activity.search();
  pass(100);
  await put({ shard, ...alone }, 'd', 4);
  pass(1000);
  expect(visible()).toBe(4);
});

test.each([
  ['an interval of its own', { 'index.refresh_interval': '1s' }],
  ['a longer time', { 'index.search.idle.after': '10m' }],
])('with %s it goes on refreshing', async (_what, settings) => {
  const { shard, visible, pass, ...alone } = setUp(settings);
  pass(IDLE_AFTER_MS);
  await put({ shard, ...alone }, 'a', 1);
  pass(1000);
  expect(visible()).toBe(1);
});

test('who waits for a refresh gets it from an idle shard too, and a change of the settings ends the idleness', async () => {
  const { shard, activity, visible, pass, ...alone } = setUp({ 'index.search.idle.after': '0ms' });
  await put({ shard, ...alone }, 'a', 1);
  const waited = shard.nextRefresh();
  pass(1000);
  expect(await waited).toBe(false);
  expect(visible()).toBe(1);
  await put({ shard, ...alone }, 'b', 2);
  pass(1000);
  expect([visible(), activity.isBehind]).toEqual([1, true]);
  shard.changeSettings(new Map([['index.refresh_interval', '1s']]));
  pass(100);
  expect([visible(), activity.isBehind]).toEqual([2, false]);
});

test('a request waits for the next refresh if there is something to show, and at most so many wait', async () => {
  const { shard, visible, pass, ...alone } = setUp({ 'index.max_refresh_listeners': '2' });
  expect(await shard.nextRefresh()).toBe(false);
  await put({ shard, ...alone }, 'a', 1);
  const ended: string[] = [];
  const wait = async (name: string) => ended.push(`${name} ${await shard.nextRefresh()}`);
  const waits = ['a', 'b'].map(wait);
  await Promise.resolve();
  expect([visible(), shard.stats().refresh.listeners, ended]).toEqual([0, 2, []]);
  await wait('c');
  await Promise.all(waits);
  expect([visible(), shard.stats().refresh.listeners]).toEqual([1, 0]);
  expect(ended.toSorted()).toEqual(['a false', 'b false', 'c true']);
});

test('without scheduled refreshes nothing is shown, and nothing is wanted', async () => {
  const { shard, visible, pass, ...alone } = setUp({ 'index.refresh_interval': '-1' });
  await put({ shard, ...alone }, 'a', 1);
  pass(IDLE_AFTER_MS);
  expect([visible(), shard.isBusy]).toEqual([0, false]);
  const waited = shard.nextRefresh();
  expect(shard.isBusy).toBe(true);
  await shard.close();
  expect(await waited).toBe(false);
});
