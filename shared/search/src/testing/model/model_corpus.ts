/** Random documents for the model, and all metrics that the model supports. */
import type { JsonObject } from '@skein/content';
import fc from 'fast-check';

export const MODEL_MAPPING: JsonObject = {
  properties: {
    id: { type: 'long' },
    k: { type: 'keyword' },
    n: { type: 'long' },
    s: { type: 'long' },
    d: { type: 'double' },
    w: { type: 'integer' },
    t: { type: 'date' },
    b: { type: 'boolean' },
    ip: { type: 'ip' },
    p: { type: 'geo_point' },
    o: { type: 'nested', properties: { k: { type: 'keyword' }, v: { type: 'long' } } },
  },
};

const HOUR = 3_600_000;
/** The start of the weeks around the night of Berlin's clock change. */
const FIRST_MS = Date.UTC(2024, 2, 11, 5);

const key = fc.constantFrom('a', 'b', 'c', 'é', 'zz');
const small = fc.integer({ min: -5, max: 5 });
/** No point lies on the border of a cell, since borders are whole fractions of the world. */
const degrees = (limit: number) =>
  fc.integer({ min: -limit, max: limit }).map((ten) => ten / 10 + 0.037);

const document: fc.Arbitrary<JsonObject> = fc.record(
  {
    k: fc.array(key, { maxLength: 3 }),
    n: fc.array(small, { maxLength: 3 }),
    s: fc.uniqueArray(small, { maxLength: 3 }),
    // Multiples of a quarter, so that sums are the same in any order.
    d: fc.integer({ min: -20, max: 20 }).map((quarters) => quarters / 4),
    w: fc.integer({ min: 1, max: 4 }),
    t: fc.integer({ min: 0, max: 900 }).map((hours) => FIRST_MS + hours * HOUR),
    b: fc.boolean(),
    ip: fc.tuple(fc.nat(3), fc.nat(40)).map(([net, host]) => `10.0.${net}.${host}`),
    p: fc.record({ lat: degrees(40), lon: degrees(40) }),
    o: fc.array(fc.record({ k: key, v: small }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

/** Each document has a unique number to sort by. */
export const modelDocuments = fc.array(document, { maxLength: 30 }).chain((all) =>
  fc
    .shuffledSubarray(
      all.map((_each, i) => i),
      { minLength: all.length },
    )
    .map((order) => all.map((each, i) => ({ ...each, id: order[i] as number }))),
);

const metric = (type: string, options: JsonObject): JsonObject => ({ [type]: options });
const spread = { percents: [0, 10, 50, 75, 99.5], values: [-2, 0, 0.3, 2] };

const metricsOf = (numbers: readonly string[], words: readonly string[]): readonly JsonObject[] => [
  ...numbers.flatMap((field) => [
    ...['avg', 'sum', 'min', 'max', 'stats', 'value_count', 'cardinality', 'boxplot'].map((type) =>
      metric(type, { field }),
    ),
    metric('extended_stats', { field, sigma: 3 }),
    metric('median_absolute_deviation', { field }),
    metric('percentiles', { field, percents: spread.percents }),
    metric('percentile_ranks', { field, values: spread.values }),
    metric('sum', { field, missing: 3 }),
    metric('avg', { field, missing: -1 }),
    metric('min', { field, missing: 1 }),
    metric('stats', { field, missing: 2 }),
  ]),
  ...words.flatMap((field) =>
    ['cardinality', 'value_count', 'string_stats'].map((type) => metric(type, { field })),
  ),
];

export const WHOLE_METRICS: readonly JsonObject[] = [
  ...metricsOf(['n', 'd', 'w'], ['k']),
  ...metricsOf(['n', 'd'], ['k']),
  metric('cardinality', { field: 'ip' }),
  metric('weighted_avg', { value: { field: 'n' }, weight: { field: 'w' } }),
  metric('weighted_avg', { value: { field: 'd' }, weight: { field: 'w' } }),
  metric('geo_bounds', { field: 'p' }),
  metric('geo_centroid', { field: 'p' }),
  ...['ASC', 'DESC'].map((sort_order) =>
    metric('geo_line', {
      point: { field: 'p' },
      sort: { field: 'id' },
      include_sort: true,
      sort_order,
      size: 4,
    }),
  ),
  metric('t_test', { a: { field: 'd' }, b: { field: 'w' }, type: 'paired' }),
  ...['homoscedastic', 'heteroscedastic'].flatMap((type) => [
    metric('t_test', { a: { field: 'n' }, b: { field: 'd' }, type }),
    metric('t_test', {
      a: { field: 'd', filter: { term: { b: true } } },
      b: { field: 'd', filter: { range: { n: { gte: 0 } } } },
      type,
    }),
  ]),
  metric('top_metrics', { metrics: { field: 'w' }, sort: { id: 'desc' }, size: 2 }),
  metric('top_metrics', { metrics: { field: 'b' }, sort: { id: 'asc' }, size: 3 }),
  metric('top_hits', { sort: [{ id: 'desc' }], from: 1, size: 2, _source: false }),
];
export const INNER_METRICS = metricsOf(['o.v'], ['o.k']);
