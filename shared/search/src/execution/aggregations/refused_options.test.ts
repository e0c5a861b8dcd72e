/** Options of aggregations that OpenSearch 2.19 refuses, with its reasons. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({ k: 'keyword', n: 'long', t: 'date' });

const documents = [
  { k: 'a', n: 1, t: 0 },
  { k: 'b', n: 2, t: 86_400_000 },
];
const index = (): TestIndex => new TestIndex({ mapping, documents });

function reasonsOf(aggregation: JsonObject): string {
  try {
    index().search({ size: 0, aggs: { x: aggregation } });
  } catch (thrown) {
    const reasons: string[] = [];
    for (let cause = thrown; cause instanceof ApiError; cause = cause.cause) {
      reasons.push(cause.reason);
    }
    return reasons.join('; ');
  }
  return '';
}

const composite = (source: JsonObject): JsonObject => ({ composite: { sources: [{ s: source }] } });

it.each([
  [
    { date_histogram: { field: 't', calendar_interval: 'day', fixed_interval: '1h' } },
    'Cannot use [fixed_interval] with [calendar_interval] configuration option.',
  ],
  [
    { terms: { field: 'k', missing_order: 'first' } },
    'missing_order require missing_bucket is true',
  ],
])('a source of composite: %j', (source, reason) => {
  expect(reasonsOf(composite(source))).toContain(reason);
});

it.each([
  ['a[b', 'Invalid path element [a[b] in path [a[b]'],
  ['[max]', 'Invalid path element [[max]] in path [[max]]'],
  ['a[]', 'Invalid path element [a[]] in path [a[]]'],
  ['a[max]b', 'Invalid path element [a[max]b] in path [a[max]b]'],
  ['a.', 'Invalid path element [a.] in path [a.]'],
  ['a[x]>b', 'Invalid path element [a[x]] in path [a[x]>b]'],
  ['', 'Invalid path []'],
  ['>', 'Invalid path [>]'],
])('an order by a path that names nothing: %s', (path, reason) => {
  expect(reasonsOf({ terms: { field: 'k', order: { [path]: 'desc' } } })).toContain(reason);
});

it.each([
  [{ field: 't', buckets: 0 }, 'buckets must be greater than 0 for [x]'],
  [{ field: 't', buckets: 2185 }, 'buckets must be less than 2184'],
  [{ field: 't', buckets: 2184 }, ''],
  [{ field: 't', minimum_interval: 'week' }, 'minimum_interval must be one of [year'],
  [{ field: 't', minimum_interval: null }, ''],
])('auto_date_histogram with %j', (options, reason) => {
  expect(reasonsOf({ auto_date_histogram: options })).toContain(reason);
  expect(reasonsOf({ auto_date_histogram: options }) === '').toBe(reason === '');
});

it.each(['extended_bounds', 'hard_bounds'])('%s between two instants', (option) => {
  const histogram = (min: number) => ({ field: 't', calendar_interval: 'day', [option]: { min } });
  expect(reasonsOf({ date_histogram: histogram(1.5) })).toContain(
    '1.5 cannot be converted to Long without data loss',
  );
  expect(reasonsOf({ date_histogram: histogram(1) })).toBe('');
});

it('an order without a key', () => {
  const reason = 'Index 0 out of bounds for length 0';
  expect(reasonsOf({ terms: { field: 'k', order: [] } })).toContain(reason);
});

it.each(['a.b.max', 'a.b[max]', '> a.b.max', 'a.b.max>'])(
  'the name of an aggregation may have dots: %s',
  (path) => {
    const aggs = { 'a.b': { stats: { field: 'n' } } };
    expect(reasonsOf({ terms: { field: 'k', order: { [path]: 'desc' } }, aggs })).toBe('');
  },
);

it.each([{ size: 101 }, { from: 50, size: 51 }])('more hits than an inner window: %j', (page) => {
  expect(reasonsOf({ top_hits: page })).toContain(
    "Top hits result window is too large, the top hits aggregator [x]'s from + size must be less than or equal to: [100] but was [101]. This limit can be set by changing the [index.max_inner_result_window] index level setting.",
  );
  expect(reasonsOf({ top_hits: { size: 100 } })).toBe('');
});

it('an offset in milliseconds loses its fraction', () => {
  const result = index().answer({
    size: 0,
    aggs: {
      x: composite({ date_histogram: { field: 't', calendar_interval: 'day', offset: 1.5 } }),
    },
  });
  expect(JSON.stringify(result)).toContain('"s":1}');
  expect(JSON.stringify(result)).not.toContain('1.5');
});

it.each([
  [
    { top_hits: { size: 0 } },
    'numHits must be > 0; please use TotalHitCountCollectorManager if you just need the total hit count',
  ],
  [
    { median_absolute_deviation: { field: 'n', compression: 0 } },
    '[compression] must be greater than 0. Found [0.0] in [x]',
  ],
  [
    { rare_terms: { field: 'k', max_doc_count: 101 } },
    '[max_doc_count] must be smallerthan 100in [x]',
  ],
  [
    { cardinality: { field: 'k', execution_hint: 'foo' } },
    'Unknown execution_hint: [foo], expected any of [direct, ordinals]',
  ],
  [
    { terms: { field: 'k', min_doc_count: -1 } },
    '[minDocCount] must be greater than or equal to 0. Found [-1] in [x]',
  ],
  [
    { terms: { field: 'k', min_doc_count: 2n ** 63n + 2n ** 11n } },
    'Value [9223372036854777856] is out of range for a long',
  ],
])('%j', (aggregation, reason) => {
  expect(reasonsOf(aggregation)).toContain(reason);
});

it.each([
  { cardinality: { field: 'k', execution_hint: 'DIRECT' } },
  { terms: { field: 'k', min_doc_count: 2n ** 63n - 1n, shard_min_doc_count: 2n ** 40n } },
  { extended_stats: { field: 'n', sigma: 'NaN' } },
  { histogram: { field: 'n', interval: 1, min_doc_count: 2n ** 63n - 1n } },
  { date_histogram: { field: 't', calendar_interval: 'day', min_doc_count: 3_000_000_000 } },
])('%j is not refused', (aggregation) => {
  expect(reasonsOf(aggregation)).toBe('');
});

it('a range from no number has a key of its own', () => {
  const answer = index().answer({
    size: 0,
    aggs: { x: { range: { field: 'n', ranges: [{ from: 'NaN' }] } } },
  });
  expect(JSON.stringify(answer)).toContain('{"key":"NaN-*","from":"NaN","doc_count":0}');
});

it('a page of top_hits without hits, and one of no documents', () => {
  expect(reasonsOf({ top_hits: { from: 1, size: 0 } })).toBe('');
  const filter = { match_none: {} };
  expect(reasonsOf({ filter, aggs: { hits: { top_hits: { size: 0 } } } })).toBe('');
});

it.each([
  [{ from: '1970-01-02' }, 'from_as_string":"1970-01-02T00:00:00.000Z","doc_count":1'],
  [{ from: '1970-01-01||+1d' }, 'from_as_string":"1970-01-02T00:00:00.000Z","doc_count":1'],
  [{ to: '1970' }, 'to_as_string":"1970-01-01T00:00:00.000Z","doc_count":0'],
  [{ to: '86400000' }, 'to_as_string":"1970-01-02T00:00:00.000Z","doc_count":1'],
])('texts of a range of dates are dates: %j', (bounds, bucket) => {
  const range = { field: 't', ranges: [bounds] };
  const answer = index().answer({ size: 0, aggs: { x: { range } } });
  expect(JSON.stringify(answer)).toContain(bucket);
});

it('a text that is no date is no bound of dates', () => {
  const range = { field: 't', ranges: [{ from: 'x' }] };
  expect(reasonsOf({ range })).toContain('failed to parse date field [x] with format');
});
