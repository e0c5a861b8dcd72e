/** The best document of each group equals the first of each group after sorting everything. */
import fc from 'fast-check';
import { createSearcher } from '../create_searcher.js';
import { matchAllQuery } from '../queries/match_all.js';
import type { GroupKey, SortField } from '../results.js';
import { lcg } from '../testing/lcg.js';
import type { MemoryDocument } from '../testing/memory_segment.js';
import { realSegments } from '../testing/real_segments.js';
import { groupByField } from './group_keys.js';

function documents(count: number, groups: number, seed: number): MemoryDocument[] {
  const random = lcg(seed);
  return Array.from({ length: count }, () => ({
    n: random() < 0.1 ? [] : [Math.floor(random() * groups)],
    tag: random() < 0.1 ? [] : [`t${Math.floor(random() * groups)}`],
    text: ['some'],
    deleted: random() < 0.1,
  }));
}

const refuseSeveral = (): never => {
  throw new Error('several values');
};

const GROUPINGS = {
  n: groupByField({ field: 'n', column: 'long', refuseSeveral }),
  tag: groupByField({ field: 'tag', column: 'ordinal', refuseSeveral }),
};

const SORTS: readonly (readonly SortField[])[] = [
  [{ kind: 'doc', reverse: true }],
  [{ kind: 'score', reverse: false }],
  [
    { kind: 'number', field: 'n', integral: true, reverse: true, mode: 'min', missing: 'last' },
    { kind: 'doc', reverse: false },
  ],
  [{ kind: 'ordinal', field: 'tag', reverse: false, mode: 'min', missing: 'first' }],
];

const cases = fc.record({
  by: fc.constantFrom('n' as const, 'tag' as const),
  sort: fc.constantFrom(...SORTS),
  size: fc.integer({ min: 0, max: 40 }),
  count: fc.integer({ min: 0, max: 300 }),
  groups: fc.integer({ min: 1, max: 60 }),
  seed: fc.integer(),
});

test('groups over segments', () => {
  fc.assert(
    fc.property(cases, ({ by, sort, size, count, groups, seed }) => {
      const docs = documents(count, groups, seed);
      const segments = realSegments([docs.slice(0, count >> 1), docs.slice(count >> 1)]);
      const searcher = createSearcher(segments);
      const groupOf = GROUPINGS[by];
      const options = { sort, totalHitsThreshold: Number.POSITIVE_INFINITY, trackScores: true };
      const found = searcher.topGroups(matchAllQuery(), { ...options, size, groupOf });
      const all = searcher.topFieldDocs(matchAllQuery(), { ...options, size: count });
      const seen = new Set<GroupKey>();
      const expected = all.hits.flatMap((hit) => {
        const { segment, doc } = searcher.locate(hit.doc);
        const group = groupOf(segment)(doc);
        if (seen.has(group)) return [];
        seen.add(group);
        return [{ ...hit, group }];
      });
      expect(found.hits).toEqual(expected.slice(0, size));
      expect(found.total).toEqual(all.total);
    }),
    { numRuns: 150 },
  );
});

test('a page after another begins behind the value it ended with', () => {
  const docs = documents(200, 30, 7);
  const searcher = createSearcher(realSegments([docs]));
  const sort: readonly SortField[] = [
    { kind: 'ordinal', field: 'tag', reverse: false, mode: 'min', missing: 'last' },
  ];
  const options = { sort, totalHitsThreshold: 0, trackScores: false, groupOf: GROUPINGS.tag };
  const whole = searcher.topGroups(matchAllQuery(), { ...options, size: 100 }).hits;
  const first = searcher.topGroups(matchAllQuery(), { ...options, size: 5 }).hits;
  const after = first[4]?.sort;
  const second = searcher.topGroups(matchAllQuery(), { ...options, size: 100, after }).hits;
  expect([...first, ...second]).toEqual(whole);
});

test('a document with several values has no group', () => {
  const searcher = createSearcher(
    realSegments([[{ n: [1, 2], tag: ['a', 'b'], text: ['some'], deleted: false }]]),
  );
  for (const groupOf of Object.values(GROUPINGS)) {
    const sort: readonly SortField[] = [{ kind: 'doc', reverse: false }];
    const options = { sort, size: 3, totalHitsThreshold: 0, trackScores: false, groupOf };
    expect(() => searcher.topGroups(matchAllQuery(), options)).toThrow('several values');
  }
});

test('a byte order mark is part of a term', () => {
  const docs = ['x', '\ufeffx'].map((tag) => ({ n: [], tag: [tag], text: ['some'] }));
  const searcher = createSearcher(realSegments([docs]));
  const options = { totalHitsThreshold: 0, trackScores: false, groupOf: GROUPINGS.tag };
  const sort: readonly SortField[] = [{ kind: 'doc', reverse: false }];
  const { hits } = searcher.topGroups(matchAllQuery(), { ...options, sort, size: 5 });
  expect(hits.map(({ group }) => group)).toEqual(['x', '\ufeffx']);
});
