import { ForcedMerge } from './forced_merge.js';
import type { MergeCandidate } from './tiered.js';

const segment = (name: string, sizeBytes: number, live = 100): MergeCandidate => ({
  name,
  sizeBytes,
  docCount: 100,
  keptCount: live,
});
const toOne = { maxSegments: 1, expungeAbovePercent: undefined };

test('the smallest make room, then deletions go; what comes later is left alone', () => {
  const segments = [segment('_0', 50, 90), segment('_1', 10), segment('_2', 20)];
  const forced = new ForcedMerge({ ...toOne, maxSegments: 2 }, ['_0', '_1', '_2']);
  expect(forced.next([...segments, segment('_9', 1, 1)])).toEqual(['_1', '_2']);
  forced.made('_3');
  const left = [segment('_0', 50, 90), segment('_3', 30, 80), segment('_9', 1, 1)];
  expect(forced.next(left)).toEqual(['_0']);
  forced.made('_4');
  expect(forced.next([segment('_4', 45), segment('_3', 30, 80)])).toBeUndefined();
});

test('segments that would be too large together stay', () => {
  const two = [segment('_0', 2e9), segment('_1', 2e9)];
  expect(new ForcedMerge(toOne, ['_0', '_1']).next(two)).toBeUndefined();
});

test('expunging looks at deletions alone', () => {
  const forced = new ForcedMerge({ maxSegments: 1, expungeAbovePercent: 10 }, ['_0', '_1', '_2']);
  const segments = [segment('_0', 1), segment('_1', 1, 95), segment('_2', 1, 80)];
  expect(forced.next(segments)).toEqual(['_2']);
});
