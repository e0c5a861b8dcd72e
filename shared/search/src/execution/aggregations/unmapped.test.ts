/**
 * Aggregations of an unmapped field: no buckets, at the top level and inside others; types whose
 * buckets are fixed show empty ones.
 */
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { TestIndex } from '../../testing/test_index.js';

const mapping = { properties: { tag: { type: 'keyword' } } };
const documents = [{ tag: 'odd' }, { tag: 'even' }, { tag: 'odd' }];
const index = new TestIndex({ mapping, documents });

const field = 'nowhere';
const RANGES = [{ to: 1 }, { from: 1 }];
const SOURCES = [{ s: { terms: { field } } }];
const WITHOUT_BUCKETS: Readonly<Record<string, JsonObject>> = {
  auto_date_histogram: { field },
  categorize_text: { field },
  composite: { sources: SOURCES },
  date_histogram: { field, calendar_interval: 'day' },
  geohash_grid: { field },
  geohex_grid: { field },
  geotile_grid: { field },
  histogram: { field, interval: 1 },
  ip_prefix: { field, prefix_length: 8 },
  multi_terms: { terms: [{ field }, { field: 'tag' }] },
  rare_terms: { field },
  significant_terms: { field },
  terms: { field },
  variable_width_histogram: { field },
};
/** Types that are refused inside buckets. */
const ALONE: ReadonlySet<string> = new Set(['composite', 'variable_width_histogram']);
const EMPTY_BUCKETS: Readonly<Record<string, readonly [JsonObject, number]>> = {
  date_range: [{ field, ranges: RANGES }, 2],
  geo_distance: [{ field, origin: '0,0', ranges: RANGES }, 2],
  ip_range: [{ field, ranges: [{ mask: '10.0.0.0/8' }] }, 1],
  range: [{ field, ranges: RANGES }, 2],
};

function answered(aggs: JsonObject): Readonly<Record<string, JsonObject>> {
  const answer = index.answer({ size: 0, aggs });
  if (!isJsonObject(answer)) throw new Error(answer);
  return JSON.parse(stringifyJson(answer.aggregations ?? null));
}

/** Runs the aggregation inside each of two buckets, beside one that has documents. */
function inBuckets(a: JsonObject): readonly JsonValue[] {
  const count = { value_count: { field: 'tag' } };
  const { t } = answered({ t: { terms: { field: 'tag' }, aggs: { a, count } } });
  const buckets = t?.buckets;
  if (!Array.isArray(buckets)) throw new Error(stringifyJson(t ?? null));
  return buckets.filter(isJsonObject).map((bucket) => bucket.a ?? null);
}

const inside = { value_count: { field: 'tag' } };

test.each(Object.entries(WITHOUT_BUCKETS))('%s has no buckets', (type, options) => {
  const aggregation = { [type]: options, aggs: { inside } };
  expect(answered({ a: aggregation }).a?.buckets).toEqual([]);
  if (ALONE.has(type)) return;
  expect(inBuckets(aggregation)).toMatchObject([{ buckets: [] }, { buckets: [] }]);
});

test.each(Object.entries(EMPTY_BUCKETS))('%s has empty buckets', (type, [options, count]) => {
  const aggregation = { [type]: options, aggs: { inside } };
  const buckets = Array.from({ length: count }, () => ({ doc_count: 0, inside: { value: 0 } }));
  expect(answered({ a: aggregation }).a).toMatchObject({ buckets });
  expect(inBuckets(aggregation)).toMatchObject([{ buckets }, { buckets }]);
});

test('every document misses it', () => {
  const aggregation = { missing: { field }, aggs: { inside } };
  expect(answered({ a: aggregation }).a).toEqual({ doc_count: 3, inside: { value: 3 } });
  expect(inBuckets(aggregation)).toEqual([
    { doc_count: 2, inside: { value: 2 } },
    { doc_count: 1, inside: { value: 1 } },
  ]);
});
