/** Compares buckets counted from the index alone with buckets counted document by document. */
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import fc from 'fast-check';
import { TestIndex } from '../../testing/test_index.js';

const FIELDS: JsonObject = {
  t: { type: 'date' },
  ns: { type: 'date_nanos' },
  v: { type: 'long' },
  d: { type: 'double' },
  f: { type: 'half_float' },
  s: { type: 'scaled_float', scaling_factor: 100 },
  u: { type: 'unsigned_long' },
  unsearched: { type: 'integer', index: false },
  k: { type: 'keyword' },
};
const OBJECTS: JsonObject = {
  o: { type: 'nested', properties: { v: { type: 'long' }, t: { type: 'date' } } },
};
const T0 = Date.UTC(2024, 2, 30, 20);
const HOUR = 3_600_000;

const several = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof(one, one, one, fc.array(one, { maxLength: 3 }));
/**
 * Rare conditions that prevent a segment, or the whole index, from being counted by the index
 * alone.
 */
const rarely = fc.integer({ min: 0, max: 7 }).map((chance) => chance === 0);
/** Few distinct values, so that some are equal to bounds. */
const time = fc.integer({ min: -9, max: 40 }).map((steps) => T0 + steps * 9 * HOUR);
const long = fc.oneof(fc.integer({ min: -9, max: 30 }), fc.constant(2n ** 60n + 1n));
const double = fc.integer({ min: -40, max: 90 }).map((tenths) => tenths / 7);
const number: fc.Arbitrary<JsonValue> = fc.oneof(double, fc.integer({ min: -9, max: 30 }));
const small = fc.integer({ min: 0, max: 30 });

const field = (one: fc.Arbitrary<JsonValue>, isRepeated: boolean): fc.Arbitrary<JsonValue> =>
  isRepeated ? several(one) : one;

/** Fields that several documents lack, or that have several values in some. */
const documents = rarely.chain((isRepeated) =>
  fc.array(
    fc.record(
      {
        t: field(time, isRepeated),
        ns: field(time, isRepeated),
        v: field(long, isRepeated),
        d: field(number, isRepeated),
        f: field(number, isRepeated),
        s: field(number, isRepeated),
        u: field(small, isRepeated),
        unsearched: field(small, isRepeated),
        k: fc.constantFrom('a', 'b'),
        o: fc.array(fc.record({ v: small, t: time }), { maxLength: 2 }),
        _doc_count: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.constant(4)),
      },
      { requiredKeys: isRepeated ? [] : ['t', 'v', 'k'] },
    ),
    { minLength: 1, maxLength: 25 },
  ),
);
/** `_doc_count` excludes a segment, so it is rare. */
const withoutCounts = documents.chain((all) =>
  fc
    .boolean()
    .map((isKept) =>
      all.map(({ _doc_count, ...rest }) => (isKept ? { _doc_count, ...rest } : rest)),
    ),
);

const numbers = fc.constantFrom('v', 'd', 'f', 's', 'u', 'unsearched', 'o.v');
const dates = fc.constantFrom('t', 'ns', 'o.t');
const bound = fc.oneof(fc.integer({ min: -12, max: 35 }), double);
const range = fc.record({ from: bound, to: bound }, { requiredKeys: [] });
const dateRange = fc.record({ from: time, to: time }, { requiredKeys: [] });
const zone = fc.constantFrom('UTC', 'Europe/Berlin', '+05:30');
const spanned = (one: fc.Arbitrary<number>) =>
  fc.tuple(one, one).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));

const aggregation: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .record(
      {
        field: dates,
        calendar_interval: fc.constantFrom('hour', 'day', 'week', 'month'),
        time_zone: zone,
        offset: fc.constantFrom('+3h', '-1d'),
        hard_bounds: spanned(time),
        missing: fc.constant('2024-04-01'),
      },
      { requiredKeys: ['field', 'calendar_interval'] },
    )
    .map((date_histogram) => ({ date_histogram: { ...date_histogram, min_doc_count: 1 } })),
  fc
    .record({ field: dates, fixed_interval: fc.constantFrom('7h', '36h'), time_zone: zone })
    .map((date_histogram) => ({ date_histogram: { ...date_histogram, min_doc_count: 1 } })),
  fc
    .record({ field: dates, buckets: fc.integer({ min: 1, max: 20 }) })
    .map((auto_date_histogram) => ({ auto_date_histogram })),
  fc
    .record(
      {
        field: numbers,
        interval: fc.constantFrom(1, 2.5, 10),
        offset: fc.constantFrom(0.5, 3),
        hard_bounds: spanned(fc.integer({ min: -12, max: 35 })),
      },
      { requiredKeys: ['field', 'interval'] },
    )
    .map((histogram) => ({ histogram: { ...histogram, min_doc_count: 1 } })),
  fc
    .record({ field: numbers, ranges: fc.array(range, { minLength: 1, maxLength: 4 }) })
    .map((ranges) => ({ range: ranges })),
  fc
    .record({ field: dates, ranges: fc.array(dateRange, { minLength: 1, maxLength: 4 }) })
    .map((date_range) => ({ date_range })),
  fc
    .tuple(
      fc.constantFrom('min', 'max', 'sum', 'avg', 'stats', 'extended_stats', 'value_count'),
      fc.oneof(numbers, dates),
      fc.constantFrom<JsonObject>({}, {}, { missing: 3 }),
    )
    .map(([metric, field, missing]) => ({ [metric]: { field, ...missing } })),
);

const bounds = (one: fc.Arbitrary<number>) =>
  fc.oneof(
    fc.record({ gte: one, lt: one }, { requiredKeys: [] }),
    fc.record({ gt: one, lte: one }, { requiredKeys: [] }),
  );
const query: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({ match_all: {} }),
  bounds(time).map((t) => ({ range: { t } })),
  bounds(time).map((t) => ({ range: { t } })),
  bounds(time).map((t) => ({ range: { t: { ...t, format: 'epoch_millis' } } })),
  bounds(fc.integer({ min: -12, max: 35 })).map((v) => ({ range: { v } })),
  fc
    .tuple(fc.constantFrom('d', 'f', 's'), bounds(bound))
    .map(([name, of]) => ({ range: { [name]: of } })),
  fc.constant({ term: { k: 'a' } }),
  fc.tuple(bounds(time), bounds(time)).map(([a, b]) => ({
    bool: { filter: [{ range: { t: a } }, { range: { t: b } }] },
  })),
);

function aggregated(index: TestIndex, body: JsonObject): JsonValue {
  const answer = index.answer({ size: 0, ...body });
  if (typeof answer === 'string' || !isJsonObject(answer.aggregations ?? null)) {
    throw new Error(String(answer));
  }
  return answer.aggregations ?? null;
}

/** Sums over several segments may differ in their last bits. */
function rounded(json: JsonValue): unknown {
  return JSON.parse(stringifyJson(json), (_name, value) =>
    typeof value === 'number' ? Number(value.toPrecision(12)) : value,
  );
}

/** A limit above the number of documents: each must be read, so that none is skipped. */
const BY_DOCUMENT = { terminate_after: 1_000_000 };

test('what the index counts is what documents come to', () => {
  fc.assert(
    fc.property(
      withoutCounts,
      fc.array(aggregation, { minLength: 1, maxLength: 3 }),
      query,
      fc.record({ segmentDocs: fc.integer({ min: 2, max: 30 }), hasObjects: rarely }),
      (all, aggregations, asked, { segmentDocs, hasObjects }) => {
        const index = new TestIndex({
          mapping: { properties: { ...FIELDS, ...(hasObjects ? OBJECTS : {}) } },
          documents: all as unknown as JsonObject[],
          segmentDocs,
        });
        const aggs = Object.fromEntries(aggregations.map((one, i) => [`a${i}`, one]));
        const body = { query: asked, aggs };
        const byDocument = aggregated(index, { ...body, ...BY_DOCUMENT });
        // The second run reads cached sums.
        for (let time = 1; time <= 2; time++) {
          expect(rounded(aggregated(index, body))).toEqual(rounded(byDocument));
        }
      },
    ),
    { numRuns: 400 },
  );
});

/** The debug output of the only aggregation. */
function debugOf(index: TestIndex, body: JsonObject): JsonValue | undefined {
  const answer = index.answer({ size: 0, profile: true, ...body });
  if (typeof answer === 'string') throw new Error(answer);
  const { shards } = answer.profile as unknown as {
    shards: { aggregations: { debug?: JsonObject }[] }[];
  };
  return shards[0]?.aggregations[0]?.debug;
}

describe('three thousand documents an hour apart, in two segments', () => {
  const documents = Array.from({ length: 6000 }, (_, i) => {
    const at = i % 3000;
    return { t: 1_700_000_000_000 + (at + 1) * HOUR * (i < 3000 ? 1 : 2), v: at };
  });
  const index = new TestIndex({ mapping: { properties: FIELDS }, documents, segmentDocs: 3000 });
  const months = { date_histogram: { field: 't', calendar_interval: 'month' } };
  const days = { date_histogram: { field: 't', calendar_interval: 'day' } };
  const range = { range: { t: { gte: 1_700_800_000_000, lt: 1_704_000_000_000 } } };
  const whole = { optimized_segments: 2, unoptimized_segments: 0 };

  // Figures from profiles of OpenSearch 2.19.1 for the same documents.
  test.each<[JsonObject, JsonObject]>([
    [{ aggs: { a: months } }, { total_buckets: 9, ...whole, leaf_visited: 10, inner_visited: 2 }],
    [{ aggs: { a: days } }, { total_buckets: 251, ...whole, leaf_visited: 12, inner_visited: 0 }],
    [
      { query: range, aggs: { a: days } },
      { total_buckets: 38, ...whole, leaf_visited: 3, inner_visited: 0 },
    ],
    [
      { aggs: { a: { auto_date_histogram: { field: 't', buckets: 5 } } } },
      { surviving_buckets: 9, ...whole, leaf_visited: 10, inner_visited: 2 },
    ],
  ])('%j', (body, debug) => expect(debugOf(index, body)).toEqual(debug));

  test.each<[string, JsonObject]>([
    [
      'of documents with sub-aggregations',
      { aggs: { a: { ...days, aggs: { n: { max: { field: 'v' } } } } } },
    ],
    ['of another query', { query: { range: { v: { gte: 10 } } }, aggs: { a: days } }],
    [
      'with a value in the place of none',
      { aggs: { a: { date_histogram: { ...days.date_histogram, missing: 0 } } } },
    ],
    ['of the first documents alone', { ...BY_DOCUMENT, aggs: { a: days } }],
  ])('buckets %s are counted by documents', (_, body) => {
    expect(debugOf(index, body)).not.toHaveProperty('optimized_segments');
  });

  test.each([
    [{ gte: 10, lte: 20 }, 11],
    [{ gt: 10, lt: 20 }, 9],
    [{ gte: 5000 }, 0],
  ])('%j holds at its ends', (v, count) => {
    const body = { query: { range: { v } }, aggs: { a: { range: { field: 'v', ranges: [{}] } } } };
    expect(debugOf(index, body)).toMatchObject({ optimized_segments: 2 });
    expect(aggregated(index, body)).toMatchObject({ a: { buckets: [{ doc_count: 2 * count }] } });
  });

  test('aggregations beside it see their documents', () => {
    const others = { n: { value_count: { field: 'v' } }, most: { max: { field: 'v' } } };
    expect(aggregated(index, { aggs: { a: months, ...others } })).toMatchObject({
      n: { value: 6000 },
      most: { value: 2999 },
      ...(aggregated(index, { aggs: { a: months } }) as JsonObject),
    });
  });
});

/** Each term has enough documents: for fewer, documents are counted. */
describe('terms of four thousand documents, in two segments', () => {
  const documents = Array.from({ length: 8400 }, (_, i) => ({
    ...(i % 5 === 0 ? {} : { k: i % 3 === 0 ? ['a', 'b'] : 'b' }),
    v: i,
  }));
  const terms = (of: JsonObject) => ({ aggs: { a: { terms: { field: 'k', ...of } } } });
  const indexOf = (given: JsonObject[]) =>
    new TestIndex({ mapping: { properties: FIELDS }, documents: given, segmentDocs: 4200 });
  const index = indexOf(documents);

  test.each<JsonObject>([
    {},
    { size: 1 },
    { order: { _key: 'desc' } },
    { missing: 'none' },
    { include: 'b' },
    { min_doc_count: 0 },
    { min_doc_count: 5000 },
  ])('%j', (of) => {
    const body = terms(of);
    expect(aggregated(index, body)).toEqual(aggregated(index, { ...body, ...BY_DOCUMENT }));
  });

  test.each<JsonObject>([
    { query: { range: { v: { gte: 3 } } } },
    { query: { range: { v: { gte: 4200 } } } },
  ])('of what %j matches', (body) => {
    const asked = { ...terms({}), ...body };
    expect(aggregated(index, asked)).toEqual(aggregated(index, { ...asked, ...BY_DOCUMENT }));
  });

  test('count documents as what they stand for', () => {
    const [first = {}, ...rest] = documents;
    const weighted = indexOf([{ ...first, k: 'a', _doc_count: 7 }, ...rest]);
    const answer = aggregated(weighted, terms({}));
    expect(answer).toEqual(aggregated(weighted, { ...terms({}), ...BY_DOCUMENT }));
  });
});
