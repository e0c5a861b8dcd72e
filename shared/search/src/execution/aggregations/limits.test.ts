/**
 * `search.max_buckets` applies to every bucket aggregation: on a shard, before buckets are sent to
 * another node, and in the final reduction.
 */

import { type AggregationTree, reduceAggregations } from '@skein/aggregations';
import type { JsonObject } from '@skein/content';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const HOUR_MS = 3_600_000;
const DOCUMENTS: readonly JsonObject[] = Array.from({ length: 12 }, (_, i) => ({
  k: `key ${i}`,
  n: 100 * i,
  t: i * 24 * HOUR_MS,
  ip: `10.${i}.0.1`,
  p: { lat: 5 * i, lon: 10 * i },
  message: `${'abcdefghijkl'[i]?.repeat(4)} ${'mnopqrstuvwx'[i]?.repeat(4)}`,
  all: 'x',
}));
const mapping = mappingOf({
  k: 'keyword',
  n: 'long',
  t: 'date',
  ip: 'ip',
  p: 'geo_point',
  message: 'text',
  all: 'keyword',
});
/**
 * Documents beyond the query's matches: `significant_terms` returns terms that are more frequent in
 * the matches than elsewhere.
 */
const OTHERS: readonly JsonObject[] = [{ n: 9_999 }, { n: 9_998 }];
const indexOf = (documents: readonly JsonObject[]): TestIndex =>
  new TestIndex({ mapping, documents: [...documents, ...OTHERS] });
const index = indexOf(DOCUMENTS);

const SIZE = { size: 100 };
const EVERY_DOCUMENT = Array.from({ length: 12 }, (_, i) => ({ from: 100 * i, to: 100 * i + 1 }));

const IN_SHARDS: Readonly<Record<string, JsonObject>> = {
  categorize_text: { field: 'message', ...SIZE },
  composite: { sources: [{ n: { terms: { field: 'n' } } }], ...SIZE },
  date_histogram: { field: 't', calendar_interval: 'day' },
  geohash_grid: { field: 'p', precision: 5 },
  geotile_grid: { field: 'p', precision: 12 },
  histogram: { field: 'n', interval: 100, min_doc_count: 1 },
  ip_prefix: { field: 'ip', prefix_length: 16 },
  multi_terms: { terms: [{ field: 'k' }, { field: 'n' }], ...SIZE },
  rare_terms: { field: 'k' },
  significant_terms: { field: 'k', ...SIZE, min_doc_count: 1 },
  terms: { field: 'k', ...SIZE },
  variable_width_histogram: { field: 'n', buckets: 12 },
};
const AT_THE_END: Readonly<Record<string, JsonObject>> = {
  ...IN_SHARDS,
  adjacency_matrix: {
    filters: Object.fromEntries(
      EVERY_DOCUMENT.map(({ from }) => [`f${from}`, { term: { n: from } }]),
    ),
  },
  auto_date_histogram: { field: 't', buckets: 12 },
  filters: { filters: EVERY_DOCUMENT.map(({ from }) => ({ term: { n: from } })) },
  range: { field: 'n', ranges: EVERY_DOCUMENT },
};

const REASON =
  'Trying to create too many buckets. Must be less than or equal to: [11] but was [12]. This limit can be set by changing the [search.max_buckets] cluster level setting.';

const bodyOf = (aggs: JsonObject): JsonObject => ({
  size: 0,
  query: { term: { all: 'x' } },
  aggs,
});

test.each(Object.entries(IN_SHARDS))('%s in a shard', (type, options) => {
  const body = bodyOf({ a: { [type]: options } });
  expect(() => index.part(body, { maxBuckets: 11 })).toThrow(REASON);
  expect(index.part(body, { maxBuckets: 12 })).toHaveLength(1);
});

test('auto_date_histogram in buckets counts those it may show', () => {
  const a = { auto_date_histogram: { field: 't', buckets: 12 } };
  const body = bodyOf({ k: { terms: { field: 'all' }, aggs: { a } } });
  expect(() => index.part(body, { maxBuckets: 12 })).toThrow(
    'Must be less than or equal to: [12] but was [13]',
  );
  expect(index.part(body, { maxBuckets: 13 })).toHaveLength(1);
});

test.each(Object.entries(AT_THE_END))('%s of several parts', (type, options) => {
  const body = bodyOf({ a: { [type]: options } });
  const { aggregations } = parseSearchRequest(body, {});
  const halves = [DOCUMENTS.slice(0, 6), DOCUMENTS.slice(6)];
  const parts = halves.map((documents) => indexOf(documents).part(body));
  const reduced = (maxBuckets: number, isFinal: boolean) =>
    reduceAggregations(aggregations as AggregationTree, parts, {
      maxBuckets,
      isFinal,
      checkCancelled: () => undefined,
    });
  expect(() => reduced(11, true)).toThrow('Trying to create too many buckets');
  expect(reduced(12, true)).toHaveLength(1);
});

test('predictions are added to more buckets than a call has arguments', () => {
  const far = new TestIndex({ mapping, documents: [{ n: 0 }, { n: 130_000 }] });
  const next = { moving_avg: { buckets_path: '_count', window: 2, model: 'simple', predict: 2 } };
  const a = { histogram: { field: 'n', interval: 1 }, aggs: { next } };
  const answer = far.answer({ size: 0, aggs: { a } }, { maxBuckets: 200_000 });
  expect(answer).toHaveProperty(['aggregations', 'a', 'buckets', 130_002, 'key'], 130_002);
});
