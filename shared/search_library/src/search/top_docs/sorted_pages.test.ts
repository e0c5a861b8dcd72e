/**
 * Sorts the real index: filters of the first key, blocks and points must not lose any hit of a
 * naive sort.
 */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { createSearcher } from '../create_searcher.js';
import type { IndexSearcher } from '../index_searcher.js';
import { booleanQuery } from '../queries/boolean.js';
import { existsQuery } from '../queries/exists.js';
import { matchAllQuery } from '../queries/match_all.js';
import { numberRangeQuery } from '../queries/number_range.js';
import { prefixQuery } from '../queries/prefix.js';
import { termQuery } from '../queries/term.js';
import { termRangeQuery } from '../queries/term_range.js';
import type { SortField, SortValue } from '../results.js';
import { lcg } from '../testing/lcg.js';
import type { MemoryDocument } from '../testing/memory_segment.js';
import { realSegments } from '../testing/real_segments.js';
import { compareSortValues } from './value_order.js';

interface Shape {
  /** The number of the n-th document. */
  readonly number: (doc: number, random: number) => number | bigint;
  readonly missing: number;
  readonly several: boolean;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  'one byte': { number: (_doc, random) => Math.floor(random * 200), missing: 0, several: false },
  'two bytes in order, with gaps': { number: (doc) => 3 * doc - 7, missing: 0.2, several: false },
  'four bytes': {
    number: (_doc, random) => Math.floor(random * 1e9),
    missing: 0.1,
    several: false,
  },
  doubles: {
    number: (_doc, random) => Math.floor((random - 0.5) * 2 ** 52),
    missing: 0,
    several: false,
  },
  'longs beyond doubles': {
    number: (_doc, random) => 2n ** 60n + BigInt(Math.floor(random * 1000)),
    missing: 0.1,
    several: false,
  },
  several: { number: (_doc, random) => Math.floor(random * 1e6), missing: 0.1, several: true },
};

function documents(shape: Shape, count: number, seed: number): MemoryDocument[] {
  const random = lcg(seed);
  return Array.from({ length: count }, (_, doc) => ({
    n:
      random() < shape.missing
        ? []
        : Array.from({ length: shape.several ? 1 + (doc % 2) : 1 }, () =>
            shape.number(doc, random()),
          ),
    tag: random() < 0.1 ? [] : [`t${Math.floor(random() * 3000)}`],
    text: random() < 0.5 ? ['some'] : ['other'],
    deleted: random() < 0.05,
  }));
}

const QUERIES = [
  matchAllQuery(),
  termQuery('text', utf8('some')),
  numberRangeQuery('n', 10, 2_000_000),
  numberRangeQuery('n', 100, 150),
  existsQuery('n'),
  existsQuery('tag'),
  booleanQuery({ should: [termQuery('text', utf8('some')), prefixQuery('tag', utf8('t2'))] }),
  booleanQuery({ filter: [numberRangeQuery('n', 10, undefined), existsQuery('text')] }),
  booleanQuery({
    filter: [numberRangeQuery('n', 10, undefined)],
    mustNot: [prefixQuery('tag', utf8('t1'))],
  }),
  booleanQuery({
    must: [termQuery('text', utf8('some'))],
    mustNot: [numberRangeQuery('n', 40, 90), existsQuery('tag')],
  }),
  termRangeQuery('tag', {
    lower: utf8('t11'),
    upper: utf8('t3'),
    includeLower: true,
    includeUpper: false,
  }),
  booleanQuery({
    must: [termQuery('text', utf8('other'))],
    filter: [numberRangeQuery('n', 50, undefined)],
  }),
];

const missing = fc.constantFrom('first' as const, 'last' as const, 100);
const byNumber = fc.record({
  kind: fc.constant('number' as const),
  field: fc.constant('n'),
  integral: fc.constant(true),
  reverse: fc.boolean(),
  mode: fc.constantFrom('min' as const, 'max' as const),
  missing,
});
const byTag = fc.record({
  kind: fc.constant('ordinal' as const),
  field: fc.constant('tag'),
  reverse: fc.boolean(),
  mode: fc.constant('min' as const),
  missing: fc.constantFrom('first' as const, 'last' as const, utf8('t15')),
});

/** All hits with their sort values, in a search of the whole index, which skips nothing. */
function everything(
  searcher: IndexSearcher,
  query: (typeof QUERIES)[number],
  sort: readonly SortField[],
) {
  const hits: { doc: number; sort: readonly SortValue[] }[] = [];
  const all = searcher.topDocs(query, { size: searcher.maxDoc, totalHitsThreshold: Infinity }).hits;
  for (const { doc } of all) {
    const at = searcher.locate(doc);
    const sorted = sort.map((field): SortValue => {
      if (field.kind === 'ordinal') {
        const column = at.segment.ordinals('tag');
        if (column?.has(at.doc)) return column.term(column.ordinal(at.doc, 0));
        return field.missing instanceof Uint8Array ? field.missing : null;
      }
      if (field.kind !== 'number') return doc;
      const column = at.segment.numbers('n');
      const count = column?.valueCount(at.doc) ?? 0;
      if (column !== undefined && count > 0) {
        const exact = column.exact(at.doc, field.mode === 'min' ? 0 : count - 1);
        return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
      }
      return typeof field.missing === 'number' ? field.missing : null;
    });
    hits.push({ doc, sort: sorted });
  }
  return hits.sort((a, b) => {
    for (const [i, field] of sort.entries()) {
      const order = compareSortValues(field, a.sort[i], b.sort[i]);
      if (order !== 0) return order;
    }
    return a.doc - b.doc;
  });
}

const comparable = (hits: readonly { doc: number; sort: readonly SortValue[] }[]) =>
  hits.map(({ doc, sort }) => [
    doc,
    ...sort.map((value) => (value === null ? null : String(value))),
  ]);

describe.each(Object.entries(SHAPES))('%s', (name, shape) => {
  const docs = documents(shape, 13_000, name.length);
  const searcher = createSearcher(
    realSegments([docs.slice(0, 9000), docs.slice(9000, 9001), docs.slice(9001)]),
  );

  test('pages joined are the naive order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...QUERIES),
        fc.array(fc.oneof(byNumber, byTag), { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 100, Number.POSITIVE_INFINITY),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (query, sort, size, totalHitsThreshold, start) => {
          const expected = everything(searcher, query, sort);
          const options = { size, totalHitsThreshold, trackScores: false, sort };
          const first = searcher.topFieldDocs(query, options);
          expect(comparable(first.hits)).toEqual(comparable(expected.slice(0, size)));
          if (totalHitsThreshold === Number.POSITIVE_INFINITY) {
            expect(first.total.value).toBe(expected.length);
          }
          const at = Math.floor(start * (expected.length - 1));
          const after = expected[at]?.sort ?? sort.map(() => null);
          const next = expected.filter((hit) =>
            sort.some((field, i) => {
              const before = sort
                .slice(0, i)
                .every((one, k) => compareSortValues(one, hit.sort[k], after[k]) === 0);
              return before && compareSortValues(field, hit.sort[i], after[i]) > 0;
            }),
          );
          const page = searcher.topFieldDocs(query, { ...options, after });
          expect(comparable(page.hits)).toEqual(comparable(next.slice(0, size)));
        },
      ),
      { numRuns: 8 },
    );
  });
});

test.each([
  [false, 0],
  [false, 0.1],
  [true, 0],
  [true, 0.1],
] as const)(
  'blocks of documents with values of their own: descending %s, share without one %d',
  (reverse, missing) => {
    const random = lcg(5);
    const bands = [50, 20, 70, 10, 40, 60, 30];
    const docs = Array.from({ length: 7 * 4096 - 10 }, (_, doc): MemoryDocument => {
      const value = (bands[doc >>> 12] ?? 0) + Math.floor(random() * 8);
      return { d: random() < missing ? [] : [value] };
    });
    const searcher = createSearcher(realSegments([docs]));
    const end = reverse ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const all = docs
      .map(({ d = [] }, doc) => ({ doc, value: d[0] ?? end }))
      .sort((a, b) => (reverse ? b.value - a.value : a.value - b.value) || a.doc - b.doc);
    const options = { size: 20, totalHitsThreshold: 0, trackScores: false };
    const field = {
      kind: 'number',
      field: 'd',
      integral: false,
      mode: 'min',
      missing: 'last',
    } as const;
    const sort = [
      { ...field, reverse },
      { kind: 'doc', reverse: false },
    ] as const;
    for (let at = -1; at < all.length - 1; at += 1500) {
      const last = all[at];
      const after = last && [Number.isFinite(last.value) ? last.value : null, last.doc];
      const { hits } = searcher.topFieldDocs(matchAllQuery(), { ...options, sort, after });
      expect(hits.map(({ doc }) => doc)).toEqual(all.slice(at + 1, at + 21).map(({ doc }) => doc));
    }
  },
);
