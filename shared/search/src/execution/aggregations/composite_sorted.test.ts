/**
 * Compares pages of `composite` over indices sorted in its order with pages found by reading all
 * documents.
 */

import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { compositePage, pagesOf } from '../../testing/composite_pages.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({
  k: 'keyword',
  ip: 'ip',
  v: 'long',
  d: 'double',
  t: 'date',
  ns: 'date_nanos',
  b: 'boolean',
  other: 'keyword',
});

/**
 * The hours around a day that occurred twice in St John's: its clock went back from 0:01 to 23:01.
 */
const BACK = Date.UTC(2010, 10, 7, 2, 31);
const HOUR = 3_600_000;
const time = fc.oneof(
  fc.integer({ min: -40, max: 40 }).map((n) => BACK + n * (HOUR / 2) - 60_000),
  fc.integer({ min: 0, max: 12 }).map((month) => Date.UTC(2010, month, 3)),
);
const small = fc.integer({ min: -2, max: 4 });
/** Rarely several values, about which the index order says nothing. */
const rarely = fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0);
const document = (isRepeated: boolean) =>
  fc.record(
    {
      k: fc.integer({ min: 0, max: 9 }).map((n) => `k${n}`),
      ip: fc.integer({ min: 1, max: 5 }).map((n) => `10.0.0.${n}`),
      v: isRepeated ? fc.oneof(small, fc.array(small, { maxLength: 3 })) : small,
      d: fc.constantFrom<JsonValue>(-1.5, '-0.0', 0, 0.25, 7),
      t: time,
      ns: time,
      b: fc.boolean(),
      other: fc.constantFrom('x', 'y', 'z'),
      _doc_count: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: isRepeated ? [] : ['k', 'v', 't', 'd'] },
  );
const documents = rarely.chain((isRepeated) =>
  fc.oneof(
    fc.array(document(isRepeated), { minLength: 1, maxLength: 40 }),
    fc
      .array(document(isRepeated), { minLength: 8, maxLength: 14 })
      .map((few) => few.flatMap((each) => Array.from({ length: 60 }, () => each))),
  ),
);

const FIELDS = ['k', 'ip', 'v', 'd', 't', 'ns', 'b'] as const;
interface Key {
  readonly field: (typeof FIELDS)[number];
  readonly order: 'asc' | 'desc';
  readonly missing: '_first' | '_last';
}
const key: fc.Arbitrary<Key> = fc.record({
  field: fc.constantFrom(...FIELDS),
  order: fc.constantFrom('asc', 'desc'),
  missing: fc.constantFrom('_first', '_last'),
});
const sort = fc.uniqueArray(key, { minLength: 1, maxLength: 3, selector: ({ field }) => field });

function stepsOf(field: Key['field']): JsonObject[] {
  if (field === 't' || field === 'ns') {
    return [
      { date_histogram: { calendar_interval: 'day', time_zone: 'America/St_Johns' } },
      { date_histogram: { calendar_interval: 'hour', time_zone: 'Europe/Berlin', offset: '+10m' } },
      { date_histogram: { fixed_interval: '7h' } },
      { date_histogram: { fixed_interval: '7h', time_zone: 'America/St_Johns' } },
    ];
  }
  return field === 'k' || field === 'ip' || field === 'b' ? [] : [{ histogram: { interval: 2 } }];
}

const sourceOf = ({ field, order }: Key): fc.Arbitrary<JsonObject> =>
  fc.constantFrom<JsonObject>({ terms: {} }, { terms: {} }, ...stepsOf(field)).map((by) => {
    const [[type, options] = []] = Object.entries(by);
    return { [field]: { [type as string]: { field, order, ...(options as JsonObject) } } };
  });
const others: fc.Arbitrary<readonly JsonObject[]> = fc.constantFrom(
  [],
  [{ z: { terms: { field: 'other', order: 'desc' } } }],
  [{ m: { terms: { field: 'k', missing_bucket: true } } }],
);
/** Sources in the order of the index, and sometimes not. */
const asked = sort.chain((keys) =>
  fc.record({
    keys: fc.constant(keys),
    sources: fc
      .tuple(
        fc
          .integer({ min: 1, max: keys.length })
          .chain((count) =>
            fc
              .tuple(...keys.slice(0, count).map(sourceOf))
              .chain((found) =>
                fc.oneof(fc.constant(found), fc.shuffledSubarray(found, { minLength: 1 })),
              ),
          ),
        others,
      )
      .map(([own, more]) => [...own, ...more]),
  }),
);
const query = fc.constantFrom<JsonObject>(
  { match_all: {} },
  { term: { other: 'x' } },
  { range: { v: { gte: 1 } } },
);
const inner = fc.constantFrom<JsonObject>(
  {},
  { aggs: { m: { max: { field: 'v' } } } },
  {
    aggs: {
      top: {
        top_hits: {
          size: 2,
          sort: [{ t: 'asc' }, { v: 'asc' }],
          _source: false,
          docvalue_fields: ['v'],
        },
      },
    },
  },
);

const sortedIndex = (keys: readonly Key[], documents: readonly JsonObject[], segmentDocs: number) =>
  new TestIndex({
    mapping,
    documents,
    segmentDocs,
    settings: {
      'index.sort.field': keys.map(({ field }) => field).join(),
      'index.sort.order': keys.map(({ order }) => order).join(),
      'index.sort.missing': keys.map(({ missing }) => missing).join(),
    },
  });

test('every page is the same', () => {
  fc.assert(
    fc.property(
      fc.record({
        docs: documents,
        segmentDocs: fc.integer({ min: 5, max: 700 }),
        asked,
        size: fc.integer({ min: 1, max: 9 }),
        query,
        child: inner,
      }),
      ({ docs, segmentDocs, asked: { keys, sources }, size, query, child }) => {
        const index = sortedIndex(keys, docs, segmentDocs);
        const bodyOf = (after: object): JsonObject => ({
          query,
          aggs: { a: { composite: { sources, size, ...after }, ...child } },
        });
        for (const { found, atAll } of pagesOf(index, bodyOf, 10)) expect(found).toEqual(atAll);
      },
    ),
    { numRuns: 100 },
  );
});

/** 40 times 100 combinations in index order, with 2 documents each. */
const orders = Array.from({ length: 8000 }, (_, i) => ({
  k: `k${10 + Math.floor(i / 200)}`,
  v: Math.floor(i / 2) % 100,
  t: i * HOUR,
  other: i % 2 === 0 ? 'x' : 'y',
}));

interface Profiled {
  readonly keys: readonly JsonValue[];
  /** The number of documents that the aggregation has received. */
  readonly seen: number;
}

function profiled(index: TestIndex, composite: JsonObject, query: JsonObject): Profiled {
  const body = { size: 0, query, profile: true, aggs: { a: { composite } } };
  const answer = JSON.parse(stringifyJson(index.answer(body))) as {
    aggregations: { a: { buckets: { key: JsonValue }[] } };
    profile: { shards: { aggregations: { breakdown: { collect_count: number } }[] }[] };
  };
  const keys = answer.aggregations.a.buckets.map(({ key }) => key);
  return { keys, seen: answer.profile.shards[0]?.aggregations[0]?.breakdown.collect_count ?? 0 };
}

test.each<JsonObject>([{ match_all: {} }, { term: { other: 'x' } }])(
  'a page of an index in its order looks at few documents, of %j',
  (query) => {
    const keys = [
      { field: 'k', order: 'asc', missing: '_last' },
      { field: 'v', order: 'asc', missing: '_last' },
    ] as const;
    const index = sortedIndex(keys, orders, orders.length);
    const sources = [{ k: { terms: { field: 'k' } } }, { v: { terms: { field: 'v' } } }];
    const first = profiled(index, { sources, size: 3 }, query);
    expect(first.keys).toEqual([0, 1, 2].map((v) => ({ k: 'k10', v })));
    const later = profiled(index, { sources, size: 3, after: { k: 'k30', v: 98 } }, query);
    expect(later.keys).toEqual([
      { k: 'k30', v: 99 },
      { k: 'k31', v: 0 },
      { k: 'k31', v: 1 },
    ]);
    for (const { seen } of [first, later]) {
      expect(seen).toBeGreaterThan(0);
      expect(seen).toBeLessThan(orders.length / 3);
    }
  },
);

test('two zeros are one bucket, whose documents are not in the order of the next source', () => {
  const keys = [
    { field: 'd', order: 'asc', missing: '_last' },
    { field: 'k', order: 'asc', missing: '_last' },
  ] as const;
  const zeros = Array.from({ length: 3000 }, (_, i) => [
    { d: '-0.0', k: `k${i + 5000}` },
    { d: 0, k: `k${i + 1000}` },
  ]).flat();
  const index = sortedIndex(keys, zeros, zeros.length);
  const sources = [{ d: { terms: { field: 'd' } } }, { k: { terms: { field: 'k' } } }];
  const { keys: found } = profiled(index, { sources, size: 2 }, { match_all: {} });
  expect(found).toEqual([1000, 1001].map((n) => ({ d: 0, k: `k${n}` })));
});

test('documents without a value that come first are passed over', () => {
  const keys = [{ field: 'v', order: 'asc', missing: '_first' }] as const;
  const some = Array.from({ length: 12_000 }, (_, i) => (i % 3 === 0 ? { v: i % 2 } : { k: 'k' }));
  const index = sortedIndex(keys, some, some.length);
  const sources = [{ v: { terms: { field: 'v' } } }];
  const pageAfter = (after: JsonObject) =>
    compositePage(index, { aggs: { a: { composite: { sources, size: 1, ...after } } } }, false)
      .buckets;
  expect(pageAfter({})).toEqual([{ key: { v: 0 }, doc_count: 2000 }]);
  expect(pageAfter({ after: { v: 0 } })).toEqual([{ key: { v: 1 }, doc_count: 2000 }]);
});

test('where a day comes twice nothing is passed over', () => {
  const keys = [{ field: 't', order: 'asc', missing: '_last' }] as const;
  // So many days that no table can hold the start of each.
  const far = [{ t: Date.UTC(1700, 0) }, { t: Date.UTC(2300, 0) }];
  const times = [-HOUR, -30_000, HOUR / 2].flatMap((beside) =>
    Array.from({ length: 3000 }, (_, i) => ({ t: BACK + beside + i })),
  );
  const index = sortedIndex(keys, [...far, ...times], times.length + 2);
  const date_histogram = {
    field: 't',
    calendar_interval: 'day',
    time_zone: 'America/St_Johns',
    format: 'yyyy-MM-dd',
  };
  const composite = { sources: [{ t: { date_histogram } }], size: 2 };
  const body = { aggs: { a: { composite } } };
  const { buckets } = compositePage(index, body, false);
  expect(buckets).toEqual([
    { key: { t: '1699-12-31' }, doc_count: 1 },
    { key: { t: '2010-11-06' }, doc_count: 6000 },
  ]);
});

test('steps of time are found in an index in the order of time, the latest first', () => {
  const keys = [{ field: 't', order: 'desc', missing: '_last' }] as const;
  const index = sortedIndex(keys, orders, orders.length);
  const day = 24 * HOUR;
  const date_histogram = { field: 't', fixed_interval: '1d', order: 'desc' };
  const composite = { sources: [{ t: { date_histogram } }], size: 2, after: { t: 200 * day } };
  const { keys: found, seen } = profiled(index, composite, { match_all: {} });
  expect(found).toEqual([{ t: 199 * day }, { t: 198 * day }]);
  expect(seen).toBeLessThan(orders.length / 3);
});
