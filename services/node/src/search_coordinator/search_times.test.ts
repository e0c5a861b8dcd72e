import { SearchTimes } from './search_times.js';

it('counts searches under way, and times of those that ended', async () => {
  const times = new SearchTimes();
  const { promise, resolve } = Promise.withResolvers<string>();
  const search = times.during(promise);
  const failing = times.during(Promise.reject(new Error('no')));
  expect(times.report.current).toBe(2);
  await expect(failing).rejects.toThrow('no');
  resolve('done');
  expect(await search).toBe('done');
  times.ended({ tookMs: 5, phasesMs: { query: 3, fetch: 1 } });
  times.ended({ tookMs: 7, phasesMs: { query: 4 } });
  expect(times.report).toEqual({
    took: { timeMs: 12, total: 2 },
    current: 0,
    phases: [
      ['query', { timeMs: 7, total: 2 }],
      ['fetch', { timeMs: 1, total: 1 }],
    ],
  });
});
