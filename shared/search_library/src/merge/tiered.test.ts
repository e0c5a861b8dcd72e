import fc from 'fast-check';
import { chooseMerge, countMerges, type MergeCandidate, TIERED_DEFAULTS } from './tiered.js';

const MB = 1024 * 1024;
const segment = (name: string, mb: number, live = 100): MergeCandidate => ({
  name,
  sizeBytes: mb * MB,
  docCount: 100,
  keptCount: live,
});

test('few segments rest; one too many of a size are merged', () => {
  const ten = Array.from({ length: 10 }, (_, i) => segment(`_${i}`, 1));
  expect(chooseMerge(ten)).toBeUndefined();
  expect(chooseMerge([...ten, segment('_a', 1)])).toHaveLength(10);
});

test('equal segments are preferred to one large and many small ones', () => {
  const small = Array.from({ length: 40 }, (_, i) => segment(`_${i}`, 3));
  const chosen = chooseMerge([segment('_large', 900), ...small]);
  expect(chosen).toHaveLength(10);
  expect(chosen).not.toContain('_large');
});

test('segments that have grown full are left alone', () => {
  const full = Array.from({ length: 30 }, (_, i) => segment(`_${i}`, 1500));
  expect(chooseMerge(full)).toBeUndefined();
});

test('a segment of one document is as large as it is, and one of none is empty', () => {
  const of = (docCount: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...segment(`_${i}`, 3000),
      docCount,
      keptCount: docCount,
    }));
  expect(chooseMerge(of(1, 30))).toBeUndefined();
  expect(chooseMerge(of(0, 30))).toHaveLength(TIERED_DEFAULTS.maxAtOnce);
});

test('merges that rid deletions are preferred, as far as they are asked to be', () => {
  const names = (prefix: string, live: number) =>
    Array.from({ length: 10 }, (_, i) => segment(`${prefix}${i}`, live === 100 ? 10 : 16, live));
  const segments = [...names('whole', 100), ...names('holed', 70)];
  const chosen = (reclaimDeletesWeight: number) =>
    chooseMerge(segments, { ...TIERED_DEFAULTS, deletesPercentAllowed: 50, reclaimDeletesWeight });
  expect(chosen(2)?.every((name) => name.startsWith('holed'))).toBe(true);
  expect(chosen(0)?.every((name) => name.startsWith('holed'))).toBe(false);
});

test('merges that wait are counted, no further than is asked', () => {
  const many = Array.from({ length: 40 }, (_, i) => segment(`_${i}`, 3));
  const wanted = countMerges(many, TIERED_DEFAULTS, 100);
  expect(wanted).toBeGreaterThan(1);
  expect(countMerges(many, TIERED_DEFAULTS, 1)).toBe(1);
  expect(countMerges(many.slice(0, 10), TIERED_DEFAULTS, 100)).toBe(0);
});

test('segments without documents and a floor of no bytes make no endless levels', () => {
  const none = { ...TIERED_DEFAULTS, floorBytes: 0, deletesPercentAllowed: 100 };
  expect(chooseMerge([], none)).toBeUndefined();
  expect(chooseMerge([segment('_0', 10), segment('_1', 10, 0)], none)).toBeUndefined();
});

test('a segment of mostly deleted documents is rewritten alone', () => {
  expect(chooseMerge([segment('_0', 100, 70), segment('_1', 100, 60)])).toEqual(['_1']);
  expect(chooseMerge([segment('_0', 100, 70)])).toBeUndefined();
});

const candidates = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3_000_000_000 }), fc.integer({ min: 1, max: 100 })), {
    maxLength: 60,
  })
  .map((list) =>
    list.map(([sizeBytes, keptCount], i) => ({
      name: `_${i}`,
      sizeBytes,
      docCount: 100,
      keptCount,
    })),
  );

test('whatever the segments: known names, within the limits, and merging comes to rest', () => {
  fc.assert(
    fc.property(candidates, (start) => {
      let segments: MergeCandidate[] = start;
      for (let round = 0; ; round++) {
        expect(round).toBeLessThan(200);
        const names = chooseMerge(segments);
        if (names === undefined) break;
        const group = segments.filter(({ name }) => names.includes(name));
        expect(group).toHaveLength(names.length);
        expect(names.length).toBeLessThanOrEqual(TIERED_DEFAULTS.maxAtOnce);
        const bytes = group.reduce((sum, s) => sum + (s.sizeBytes * s.keptCount) / 100, 0);
        if (names.length > 1) expect(bytes).toBeLessThanOrEqual(TIERED_DEFAULTS.maxMergedBytes);
        segments = segments.filter(({ name }) => !names.includes(name));
        segments.push({ name: `m${round}`, sizeBytes: bytes, docCount: 100, keptCount: 100 });
      }
    }),
  );
});
