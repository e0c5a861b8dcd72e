/**
 * Compares aggregations whose segments several threads have processed with those of a single
 * thread.
 */

import { isJsonObject, type JsonObject, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({
  k: 'keyword',
  several: 'keyword',
  v: 'long',
  b: 'boolean',
  t: 'date',
  ip: 'ip',
});
const key = fc.integer({ min: 0, max: 8 }).map((n) => `k${n}`);
const documents = fc.array(
  fc.record(
    {
      k: key,
      several: fc.array(key, { maxLength: 3 }),
      v: fc.integer({ min: -50, max: 50 }),
      b: fc.boolean(),
      t: fc.integer({ min: 0, max: 200 }).map((days) => days * 86_400_000),
      ip: fc.integer({ min: 1, max: 9 }).map((n) => `10.0.0.${n}`),
      _doc_count: fc.integer({ min: 1, max: 3 }),
    },
    { requiredKeys: [] },
  ),
  { minLength: 2, maxLength: 40 },
);

const metric = fc.constantFrom<JsonObject>(
  { avg: { field: 'v' } },
  { sum: { field: 'v', missing: 3 } },
  { min: { field: 't' } },
  { max: { field: 'v' } },
  { stats: { field: 'v' } },
  { extended_stats: { field: 'v' } },
  { value_count: { field: 'several' } },
  { cardinality: { field: 'several' } },
  { cardinality: { field: 'v' } },
);
const bucket = fc.constantFrom<JsonObject>(
  { terms: { field: 'k' } },
  { terms: { field: 'several', order: { _key: 'asc' } } },
  { terms: { field: 'b', min_doc_count: 0 } },
  { terms: { field: 'k', order: { m: 'desc' }, min_doc_count: 2 } },
  { terms: { field: 'k', collect_mode: 'breadth_first', size: 2 } },
  { histogram: { field: 'v', interval: 7, order: { _count: 'desc' } } },
  { date_histogram: { field: 't', calendar_interval: 'month', time_zone: 'Europe/Berlin' } },
  { date_histogram: { field: 't', fixed_interval: '20d', min_doc_count: 1 } },
  { range: { field: 'v', ranges: [{ to: 0 }, { from: -5, to: 20 }] } },
  { date_range: { field: 't', ranges: [{ from: '1970-03-01' }] } },
  { filter: { term: { k: 'k1' } } },
  { filters: { filters: { a: { term: { b: true } }, b: { range: { v: { gt: 3 } } } } } },
  { missing: { field: 'v' } },
);
/** Buckets that are selected before all documents are known: one thread processes everything. */
const chosen = fc.constantFrom<JsonObject>(
  { terms: { field: 'k', shard_size: 5, size: 3 } },
  { terms: { field: 'v' } },
  { terms: { field: 'ip', shard_min_doc_count: 2 } },
);
const tree = fc
  .tuple(fc.oneof({ weight: 5, arbitrary: bucket }, chosen), metric, fc.option(bucket))
  .map(([outer, m, inner]) => ({
    a: { ...outer, aggs: { m, ...(inner && { inner: { ...inner, aggs: { m } } }) } },
  }));
const query = fc.constantFrom<JsonObject>({ match_all: {} }, { range: { v: { gte: -10 } } });

function aggregationsOf(answer: JsonObject | string): unknown {
  if (!isJsonObject(answer)) throw new Error(answer);
  return JSON.parse(stringifyJson(answer.aggregations ?? null));
}

test('are the same whichever thread takes which segment', () => {
  let isSplit = 0;
  fc.assert(
    fc.property(
      documents,
      fc.integer({ min: 1, max: 15 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
      tree,
      query,
      (docs, segmentDocs, turns, aggs, query) => {
        const index = new TestIndex({ mapping, documents: docs, segmentDocs });
        const body = { size: 0, query, aggs };
        const helped = index.answerHelped(body, (at) => turns[at % turns.length] === true);
        if (helped === undefined) return;
        isSplit++;
        expect(aggregationsOf(helped)).toEqual(aggregationsOf(index.answer(body)));
      },
    ),
    { numRuns: 200 },
  );
  expect(isSplit).toBeGreaterThan(50);
});

test.each<[string, JsonObject]>([
  ['k', { size: 3, shard_size: 5 }],
  ['k', { size: 3, shard_size: 9 }],
  ['k', { size: 3, shard_size: 10, missing: 'x' }],
  ['k', { min_doc_count: 3, shard_min_doc_count: 2 }],
  ['v', { shard_size: 101 }],
])('terms of %s with %j may be left out, so one thread takes all segments', (field, options) => {
  const documents = Array.from({ length: 101 }, (_, i) => ({ k: `k${i % 9}`, v: i - 50 }));
  const index = new TestIndex({ mapping, documents });
  const body = { size: 0, aggs: { a: { terms: { field, ...options } } } };
  expect(index.answerHelped(body, () => true)).toBeUndefined();
});

test.each<[string, JsonObject]>([
  ['k', { size: 3, shard_size: 10 }],
  ['k', { size: 3, shard_size: 11, missing: 'x' }],
  ['v', { shard_size: 102 }],
])('terms of %s with %j are all kept', (field, options) => {
  const documents = Array.from({ length: 101 }, (_, i) => ({ k: `k${i % 9}`, v: i - 50 }));
  const index = new TestIndex({ mapping, documents });
  const body = { size: 0, aggs: { a: { terms: { field, ...options } } } };
  const helped = index.answerHelped(body, (segment) => segment % 2 === 0);
  expect(aggregationsOf(helped ?? 'not helped')).toEqual(aggregationsOf(index.answer(body)));
});
