/**
 * Compares pages of `composite` that are found by the terms of their first source with pages found
 * by reading all documents.
 */

import type { JsonObject, JsonValue } from '@skein/content';
import fc from 'fast-check';
import { compositePage, pagesOf } from '../../testing/composite_pages.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({ k: 'keyword', several: 'keyword', ip: 'ip', v: 'long', t: 'date' });
const key = fc.integer({ min: 0, max: 40 }).map((n) => `k${n}`);
const document = fc.record(
  {
    k: key,
    several: fc.array(key, { maxLength: 3 }),
    ip: fc.integer({ min: 1, max: 9 }).map((n) => `10.0.0.${n}`),
    v: fc.oneof(
      fc.integer({ min: 0, max: 3 }),
      fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
    ),
    t: fc.integer({ min: 0, max: 90 }).map((day) => day * 86_400_000),
    _doc_count: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
);
/** Few and many documents per value: blocks of several values, and blocks of a single value. */
const documents = fc.oneof(
  fc.array(document, { minLength: 1, maxLength: 40 }),
  fc
    .array(document, { minLength: 8, maxLength: 14 })
    .map((few) => few.flatMap((each) => Array.from({ length: 60 }, () => each))),
);

const order = fc.constantFrom('asc', 'desc');
const first = fc.tuple(fc.constantFrom('k', 'several', 'ip'), order).map(([field, by]) => ({
  first: { terms: { field, order: by } },
}));
const others = fc.uniqueArray(
  fc.constantFrom<JsonObject>(
    { v: { terms: { field: 'v', order: 'desc' } } },
    { m: { terms: { field: 'k', missing_bucket: true } } },
    { d: { date_histogram: { field: 't', fixed_interval: '30d' } } },
    { h: { histogram: { field: 'v', interval: 2 } } },
  ),
  { maxLength: 2 },
);
const inner = fc.constantFrom<JsonObject>(
  {},
  { aggs: { m: { max: { field: 'v' } } } },
  { aggs: { top: { top_hits: { size: 1, sort: [{ t: 'asc' }, '_doc'], _source: false } } } },
);

/** `terminate_after` prevents answers from index statistics: all documents are read. */
test('every page is the same', () => {
  fc.assert(
    fc.property(
      fc.record({
        docs: documents,
        segmentDocs: fc.integer({ min: 5, max: 500 }),
        sources: fc.tuple(first, others).map(([one, more]) => [one, ...more]),
        size: fc.integer({ min: 1, max: 12 }),
        child: inner,
      }),
      ({ docs, segmentDocs, sources, size, child }) => {
        const index = new TestIndex({ mapping, documents: docs, segmentDocs });
        const bodyOf = (after: object): JsonObject => ({
          aggs: { a: { composite: { sources, size, ...after }, ...child } },
        });
        for (const { found, atAll } of pagesOf(index, bodyOf, 12)) expect(found).toEqual(atAll);
      },
    ),
    { numRuns: 120 },
  );
});

test('rows with more values than documents are counted after blocks of single values', () => {
  const document = { k: 'k0', t: 0 };
  const documents = [
    ...copies(60, { ...document, v: [0] }),
    ...copies(60, { ...document, v: [0, 0] }),
  ];
  const index = new TestIndex({ mapping, documents, segmentDocs: 63 });
  const sources = ['k', 't', 'v'].map((field) => ({ [field]: { terms: { field } } }));
  expect(compositePage(index, { aggs: { a: { composite: { sources } } } }, false).buckets).toEqual([
    { key: { k: 'k0', t: 0, v: 0 }, doc_count: 180 },
  ]);
});

function copies(count: number, document: JsonObject): JsonObject[] {
  return Array.from({ length: count }, () => document);
}

test('a page may begin at a value that is not there, and looks at few documents', () => {
  const count = 5000;
  const index = new TestIndex({
    mapping,
    documents: Array.from({ length: count }, (_, i) => ({ k: `k${10_000 + 2 * i}`, v: i })),
    segmentDocs: count,
  });
  const asked = (options: JsonObject) => {
    const sources = [{ k: { terms: { field: 'k', ...options } } }];
    return { composite: { sources, size: 3, after: { k: 'k12001' } } };
  };
  const keys = (options: JsonObject) =>
    (
      compositePage(index, { aggs: { a: asked(options) } }, false).buckets as {
        key: { k: string };
      }[]
    ).map(({ key: { k } }) => k);
  expect(keys({})).toEqual(['k12002', 'k12004', 'k12006']);
  expect(keys({ order: 'desc' })).toEqual(['k12000', 'k11998', 'k11996']);
  const profiled = index.answer({
    size: 0,
    profile: true,
    aggs: { a: { ...asked({}), aggs: { m: { value_count: { field: 'v' } } } } },
  }) as JsonObject;
  const { shards } = profiled.profile as unknown as {
    shards: { aggregations: { children: { breakdown: { collect_count: number } }[] }[] }[];
  };
  const seen = shards[0]?.aggregations[0]?.children[0]?.breakdown.collect_count ?? 0;
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(count / 4);
});

test('a page begins after a long that a double does not hold, also if its text is given', () => {
  const numbers = ['9007199254740992', '9007199254740993', '9007199254740995'].map(BigInt);
  const documents = numbers.map((v) => ({ v }));
  const index = new TestIndex({ mapping, documents });
  const pageAfter = (v: JsonValue, order = 'asc') => {
    const sources = [{ v: { terms: { field: 'v', order } } }];
    const body = { aggs: { a: { composite: { sources, after: { v } } } } };
    return compositePage(index, body, false).buckets;
  };
  expect(pageAfter('9007199254740993')).toHaveLength(1);
  expect(pageAfter(9007199254740993n)).toHaveLength(1);
  expect(pageAfter('9007199254740993', 'desc')).toHaveLength(1);
});
