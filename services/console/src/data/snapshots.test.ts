import { donePercent, nameAt, newestFirst, restoreBody, snapshotBody } from './snapshots.js';

const snapshot = (name: string, start: number) => ({
  snapshot: name,
  state: 'SUCCESS',
  indices: [],
  start_time_in_millis: start,
  duration_in_millis: 1,
  shards: { total: 1, successful: 1 },
});

it('lists the newest first', () => {
  const listed = newestFirst([snapshot('a', 1), snapshot('c', 3), snapshot('b', 2)]);
  expect(listed.map((one) => one.snapshot)).toEqual(['c', 'b', 'a']);
});

it('says how far one is', () => {
  const statuses = [{ snapshot: 'a', shards_stats: { done: 3, total: 4 }, stats: {} }];
  expect(donePercent(snapshot('a', 1), statuses)).toBe(75);
  expect(donePercent(snapshot('b', 1), statuses)).toBeUndefined();
});

it('takes and brings back all, or what is named, under other names where they are wanted', () => {
  expect(snapshotBody(' ')).toEqual({ include_global_state: false });
  expect(snapshotBody('logs-*,a')).toEqual({ include_global_state: false, indices: 'logs-*,a' });
  expect(restoreBody({ indices: '', prefix: '' })).toEqual({ include_global_state: false });
  expect(restoreBody({ indices: 'a', prefix: 'old-' })).toEqual({
    indices: 'a',
    include_global_state: false,
    rename_pattern: '(.+)',
    rename_replacement: 'old-$1',
  });
  expect(restoreBody({ indices: '', prefix: '$1' }).rename_replacement).toBe('\\$1$1');
});

it('names one by its time', () => {
  expect(nameAt(Date.UTC(2026, 10, 28, 12, 5, 9))).toBe('snapshot-2026-11-28-120509');
});
