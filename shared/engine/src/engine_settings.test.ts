import { engineSettings } from './engine_settings.js';

const read = (settings: Readonly<Record<string, string>>) =>
  engineSettings(new Map(Object.entries(settings)));

const SEGMENTS = { 'index.replication.type': 'SEGMENT' };

test('a shard rests without searches, unless it refreshes at an interval or feeds replicas', () => {
  const idle = read({}).searchIdleAfterMs;
  expect(idle).toBe(30_000);
  expect(read({ 'index.search.idle.after': '5s' }).searchIdleAfterMs).toBe(5000);
  expect(read({ 'index.refresh_interval': '1s' }).searchIdleAfterMs).toBe(Infinity);
  const withReplicas = (count: number) =>
    read({ ...SEGMENTS, 'index.number_of_replicas': String(count) }).searchIdleAfterMs;
  expect([0, 1, 2].map(withReplicas)).toEqual([idle, Infinity, Infinity]);
  expect(read({ 'index.number_of_replicas': '2' }).searchIdleAfterMs).toBe(idle);
});

test('writes are durable at once unless the index says otherwise', () => {
  expect(read({}).durability).toBe('request');
  expect(read({ 'index.translog.durability': 'REQUEST' }).durability).toBe('request');
  expect(read({ 'index.translog.durability': 'async' }).durability).toBe('async');
  expect(read({ 'index.translog.durability': 'ASYNC' }).durability).toBe('async');
});

test('merged segments have a limit, whatever the index says', () => {
  const most = (size: string) =>
    read({ 'index.merge.policy.max_merged_segment': size }).mergePolicy.maxMergedBytes;
  expect(most('1gb')).toBe(2 ** 30);
  expect(most('100gb')).toBeLessThan(100 * 2 ** 30);
});
