import { NO_SEARCHES } from '@skein/shard';
import { SearchCounts } from './search_counts.js';

function setUp() {
  let nowMs = 0;
  const counts = new SearchCounts({ nowMs: () => 0, monotonicMs: () => nowMs });
  const after = async <T>(ms: number, reply: T): Promise<T> => {
    await Promise.resolve();
    nowMs += ms;
    return reply;
  };
  return { counts, after };
}

test('phases are counted with their time, and while they run', async () => {
  const { counts, after } = setUp();
  const query = counts.phase('query', after(5, 'found'));
  expect(counts.stats).toEqual({ ...NO_SEARCHES, queryCurrent: 1 });
  expect(await query).toBe('found');
  await counts.phase('fetch', after(2, 'hits'));
  expect(counts.stats).toEqual({
    ...NO_SEARCHES,
    queryTotal: 1,
    queryTimeMs: 5,
    fetchTotal: 1,
    fetchTimeMs: 2,
  });
});

test('what asks for suggestions alone is no query', async () => {
  const { counts, after } = setUp();
  const running = counts.phase('suggest', after(5, 'found'));
  expect(counts.stats).toEqual({ ...NO_SEARCHES, suggestCurrent: 1 });
  await running;
  await counts.whole(after(7, 3), () => ({ queryMs: 3, suggests: true }));
  expect(counts.stats).toEqual({ ...NO_SEARCHES, suggestTotal: 2, suggestTimeMs: 12 });
});

test('both in one call, unless there was no search after all', async () => {
  const { counts, after } = setUp();
  await counts.whole(after(7, 3), (queryMs) => ({ queryMs, suggests: false }));
  await counts.whole(after(7, 'not alone'), () => undefined);
  expect(counts.stats).toEqual({
    ...NO_SEARCHES,
    queryTotal: 1,
    queryTimeMs: 3,
    fetchTotal: 1,
    fetchTimeMs: 4,
  });
});

test('what fails is not counted', async () => {
  const { counts } = setUp();
  const failing = counts.phase('query', Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(counts.stats).toEqual(NO_SEARCHES);
});
