/**
 * Searches of a sorted index give the same answers as those of an unsorted one, and read fewer
 * documents.
 */
import { utf8Decode } from '@skein/bytes';
import fc from 'fast-check';
import type { IndexSort, IndexSortField } from '../../index/index_sort.js';
import type { SegmentReader } from '../../index/segment_reader.js';
import { disorder } from '../../index/testing/disorder.js';
import { createSearcher } from '../create_searcher.js';
import { matchAllQuery } from '../queries/match_all.js';
import type { FieldDoc, SortField } from '../results.js';
import type { MemoryDocument } from '../testing/memory_segment.js';
import { naiveIndex, naiveQuery } from '../testing/naive_query.js';
import { realSegments } from '../testing/real_segments.js';
import { followsSort } from './follows_sort.js';
import { TopFieldDocsVisitor } from './top_field_docs_visitor.js';
import { walkDocs } from './walk_docs.js';

const parts = {
  reverse: fc.boolean(),
  mode: fc.constantFrom('min' as const, 'max' as const),
  missing: fc.constantFrom('first' as const, 'last' as const),
};
const key: fc.Arbitrary<IndexSortField> = fc.oneof(
  fc.record({
    kind: fc.constant('number' as const),
    field: fc.constant('n'),
    integral: fc.constant(true),
    unsigned: fc.constant(false),
    ...parts,
  }),
  fc.record({
    kind: fc.constant('number' as const),
    field: fc.constant('d'),
    integral: fc.constant(false),
    unsigned: fc.constant(false),
    ...parts,
  }),
  fc.record({ kind: fc.constant('ordinal' as const), field: fc.constant('tag'), ...parts }),
);

const idOf = (segments: readonly SegmentReader[], doc: number): number => {
  const { segment, doc: local } = createSearcher([...segments]).locate(doc);
  return Number(segment.stored(local).id);
};

const LEAST_LONG = -(2n ** 63n);
const GREATEST_LONG = 2n ** 63n - 1n;

/** Replaces a missing number by the least or greatest one, with which it ties in the sort. */
const shown =
  (sort: readonly SortField[]) =>
  (hit: FieldDoc): unknown[] =>
    hit.sort.map((value, i) => {
      if (value instanceof Uint8Array) return utf8Decode(value);
      const field = sort[i];
      if (value !== null || field?.kind !== 'number') return value;
      const isGreatest = (field.missing === 'last') !== field.reverse;
      if (!field.integral) return isGreatest ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      return isGreatest ? GREATEST_LONG : LEAST_LONG;
    });

/** Repeats small documents many times, so that segments are longer than the first stride. */
const manyDocs = naiveIndex.map((index) =>
  index.map((docs) =>
    Array.from({ length: docs.length * 20 }, (_, i) => docs[i % docs.length] as MemoryDocument),
  ),
);

test('every search by a prefix of the index sort, page after page, is the one of the unsorted index', () => {
  fc.assert(
    fc.property(
      manyDocs,
      naiveQuery,
      fc.array(key, { minLength: 1, maxLength: 3 }),
      fc.nat({ max: 3 }),
      fc.integer({ min: 1, max: 50 }),
      fc.constantFrom(0, 3, Number.POSITIVE_INFINITY),
      (index, { query }, indexSort, used, size, totalHitsThreshold) => {
        const plain = realSegments(index);
        const ordered = realSegments(index, { sort: indexSort });
        expect(disorder(ordered, indexSort)).toEqual([]);
        const sort: readonly SortField[] =
          used === 0 ? indexSort : indexSort.slice(0, Math.min(used, indexSort.length));
        expect(ordered.every((segment) => followsSort(segment.sort, sort))).toBe(true);
        const [expected, found] = [plain, ordered].map((segments) => createSearcher(segments));
        const count = expected?.count(query) ?? 0;
        expect(found?.count(query)).toBe(count);
        const options = { size, totalHitsThreshold, trackScores: false, sort };
        let after: FieldDoc['sort'] | undefined;
        for (let page = 0; page < 6; page++) {
          const theirs = expected?.topFieldDocs(query, { ...options, after });
          const ours = found?.topFieldDocs(query, { ...options, after });
          expect(ours?.hits.map(shown(sort))).toEqual(theirs?.hits.map(shown(sort)));
          expect(ours?.total).toEqual(theirs?.total);
          after = theirs?.hits.at(-1)?.sort;
          if (after === undefined) break;
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('documents that tie are found in the order they came', () => {
  const docs = Array.from({ length: 500 }, (_, i) => ({ n: [i % 3] }));
  const sort: IndexSort = [
    {
      kind: 'number',
      field: 'n',
      integral: true,
      unsigned: false,
      reverse: true,
      mode: 'max',
      missing: 'last',
    },
  ];
  const segments = realSegments([docs], { sort });
  const options = { size: 400, totalHitsThreshold: 10, trackScores: false, sort };
  const { hits } = createSearcher(segments).topFieldDocs(matchAllQuery(), options);
  const expected = docs.map((doc, id) => ({ id, n: doc.n[0] }));
  expected.sort((a, b) => b.n - a.n || a.id - b.id);
  expect(hits.map(({ doc }) => idOf(segments, doc))).toEqual(
    expected.slice(0, 400).map(({ id }) => id),
  );
});

test('a segment is left once the page is full and enough hits were counted', () => {
  const docs = Array.from({ length: 20_000 }, (_, i) => ({ tag: [`t${(i * 7919) % 20_000}`] }));
  const sort: IndexSort = [
    { kind: 'ordinal', field: 'tag', reverse: false, mode: 'min', missing: 'last' },
  ];
  const searcher = createSearcher(realSegments([docs, docs], { sort }));
  const seenOf = (keys: readonly SortField[]): number => {
    const options = { size: 10, totalHitsThreshold: 100, trackScores: false, sort: keys };
    const frame = { capacity: 10, knownTotal: -1, selection: undefined };
    const visitor = new TopFieldDocsVisitor(options, frame);
    let seen = 0;
    walkDocs(searcher, searcher.weight(matchAllQuery(), false), {
      segment: (reader, docBase, matches) => visitor.segment(reader, docBase, matches),
      next: (doc) => visitor.next(doc),
      stretchEnd: (doc) => visitor.stretchEnd(doc),
      visit: (batch, count) => {
        seen += count;
        return visitor.visit(batch, count);
      },
    });
    return seen;
  };
  expect(seenOf(sort)).toBeLessThan(3000);
  const [first] = sort;
  expect(seenOf(first === undefined ? [] : [{ ...first, reverse: true }])).toBe(40_000);
});

test('only a prefix in the same direction, with the same values and missing ones, follows an order', () => {
  const n: IndexSortField = {
    kind: 'number',
    field: 'n',
    integral: true,
    unsigned: false,
    reverse: false,
    mode: 'min',
    missing: 'last',
  };
  const tag: IndexSortField = {
    kind: 'ordinal',
    field: 'tag',
    reverse: true,
    mode: 'max',
    missing: 'last',
  };
  expect(followsSort([n, tag], [n])).toBe(true);
  expect(followsSort([n, tag], [n, tag])).toBe(true);
  expect(followsSort([n], [n, { kind: 'doc', reverse: false }])).toBe(true);
  expect(followsSort([n], [n, { kind: 'doc', reverse: true }])).toBe(false);
  expect(followsSort([n], [n, tag])).toBe(false);
  expect(followsSort([n, tag], [tag])).toBe(false);
  expect(followsSort([n], [{ ...n, reverse: true }])).toBe(false);
  expect(followsSort([n], [{ ...n, mode: 'max' }])).toBe(false);
  expect(followsSort([n], [{ ...n, missing: 'first' }])).toBe(false);
  expect(followsSort([n], [{ ...n, missing: 7 }])).toBe(false);
  expect(followsSort([n], [{ ...n, integral: false }])).toBe(false);
  expect(followsSort([n], [{ kind: 'score', reverse: false }])).toBe(false);
  expect(followsSort([], [n])).toBe(false);
  expect(followsSort(undefined, [n])).toBe(false);
});
