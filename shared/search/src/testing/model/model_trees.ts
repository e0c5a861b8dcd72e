/** Random trees of aggregations that the model supports. */
import type { JsonObject, JsonValue } from '@skein/content';
import fc from 'fast-check';
import { INNER_METRICS, WHOLE_METRICS } from './model_corpus.js';

const direction = fc.constantFrom('asc', 'desc');
const order = (names: readonly string[]) =>
  fc.tuple(fc.constantFrom(...names), direction).map(([by, to]) => ({ [by]: to }));

const query = fc.constantFrom<JsonObject>(
  { term: { k: 'a' } },
  { term: { b: true } },
  { range: { n: { gte: 0, lt: 4 } } },
  { range: { d: { gte: -1 } } },
  { exists: { field: 'w' } },
);
const innerQuery = fc.constantFrom<JsonObject>(
  { term: { 'o.k': 'a' } },
  { range: { 'o.v': { gte: 0 } } },
);

const made = (type: string, options: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  options.map((given) => ({ [type]: given }));
const defined = (members: Record<string, JsonValue | undefined>): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as JsonObject;
const optional = <T>(value: T): fc.Arbitrary<T | undefined> => fc.constantFrom(undefined, value);

/**
 * `terms`, some ordered by `m`, a metric that `withChildren` adds to the others. `instead`: the
 * value of documents without the field, and its type, which a shard without the field needs.
 */
const termsOf = (field: string, choices: readonly JsonValue[], instead: JsonObject) =>
  made(
    'terms',
    fc
      .record({
        size: fc.integer({ min: 1, max: 8 }),
        order: order(['_count', '_key', 'm']),
        min_doc_count: fc.constantFrom(1, 1, 2),
        instead: fc.constantFrom({}, instead),
        include: optional(choices.slice(0, 3)),
        exclude: optional(choices.slice(1, 2)),
        collect_mode: fc.constantFrom(undefined, 'breadth_first', 'depth_first'),
      })
      .map(({ instead: missing, ...options }) =>
        defined({ field, shard_size: 100, ...missing, ...options }),
      ),
  );

const histogramOf = (field: string) =>
  made(
    'histogram',
    fc
      .record({
        interval: fc.constantFrom(1, 2, 3, 2.5),
        offset: fc.constantFrom(undefined, 0, 0.5),
        min_doc_count: fc.constantFrom(undefined, 0, 1, 2),
        missing: optional(7),
        bounds: fc.constantFrom<JsonObject>({}, {}, { hard_bounds: { min: -3, max: 2 } }),
        order: fc.option(order(['_key', '_count']), { nil: undefined }),
      })
      .map(({ bounds, ...options }) => defined({ field, ...options, ...bounds })),
  );

const dateHistogram = made(
  'date_histogram',
  fc
    .record({
      step: fc.constantFrom<JsonObject>(
        ...['day', 'week', 'month', 'quarter', 'year'].flatMap((calendar_interval) =>
          [undefined, 'Europe/Berlin', 'America/New_York'].map((time_zone) =>
            defined({ calendar_interval, time_zone }),
          ),
        ),
        { fixed_interval: '36h' },
        { fixed_interval: '7h', offset: '2h', min_doc_count: 1 },
      ),
      min_doc_count: fc.constantFrom(undefined, 1, 2),
      order: fc.option(order(['_key', '_count']), { nil: undefined }),
    })
    .map(({ step, ...options }) => defined({ field: 't', ...options, ...step })),
);

const RANGES = [
  { key: 'low', to: 0 },
  { key: 'some', from: -2, to: 3 },
  { key: 'top', from: 2 },
  { key: 'none', from: 50, to: 60 },
];

const ALL_BUCKETS: fc.Arbitrary<JsonObject> = fc.oneof(
  termsOf('k', ['a', 'b', 'zz', 'nope'], { missing: 'none' }),
  termsOf('n', [1, 2, -3], { missing: 2, value_type: 'long' }),
  termsOf('w', [1, 2], { missing: 9, value_type: 'long' }),
  termsOf('ip', ['10.0.1.3', '10.0.2.4'], { missing: '10.0.9.9', value_type: 'ip' }),
  made(
    'terms',
    fc.constantFrom({ field: 'b', size: 5 }, { field: 'd', size: 50, order: { _key: 'desc' } }),
  ),
  made(
    'multi_terms',
    fc
      .record({ size: fc.integer({ min: 1, max: 6 }), order: order(['_count', '_key', 'm']) })
      .map((options) => ({ ...options, shard_size: 500, terms: [{ field: 'k' }, { field: 'n' }] })),
  ),
  made(
    'rare_terms',
    fc.record({ field: fc.constantFrom('k', 'w'), max_doc_count: fc.integer({ min: 1, max: 4 }) }),
  ),
  histogramOf('n'),
  histogramOf('d'),
  dateHistogram,
  made(
    'auto_date_histogram',
    fc.record({ field: fc.constant('t'), buckets: fc.integer({ min: 1, max: 40 }) }),
  ),
  made(
    'range',
    fc.constantFrom('n', 'd').map((field) => ({ field, ranges: RANGES })),
  ),
  made(
    'ip_range',
    fc.constant({
      field: 'ip',
      ranges: [
        { key: 'x', from: '10.0.1.0', to: '10.0.2.9' },
        { key: 'y', to: '10.0.1.7' },
        { key: 'z', from: '10.0.2.0' },
      ],
    }),
  ),
  made(
    'ip_prefix',
    fc.constantFrom(24, 30, 20).map((prefix_length) => ({ field: 'ip', prefix_length })),
  ),
  made(
    'geo_distance',
    fc.constant({
      field: 'p',
      origin: { lat: 3, lon: 4 },
      unit: 'km',
      ranges: [
        { key: 'near', to: 2011 },
        { key: 'ring', from: 1003, to: 3017 },
        { key: 'far', from: 3017 },
      ],
    }),
  ),
  made(
    'geohash_grid',
    fc.record({
      field: fc.constant('p'),
      precision: fc.integer({ min: 1, max: 4 }),
      size: fc.integer({ min: 1, max: 20 }),
    }),
  ),
  made(
    'geotile_grid',
    fc.record({
      field: fc.constant('p'),
      precision: fc.integer({ min: 0, max: 6 }),
      size: fc.integer({ min: 1, max: 20 }),
    }),
  ),
  made('filter', query),
  made(
    'filters',
    fc
      .tuple(query, query, optional('rest'))
      .map(([x, y, other_bucket_key]) => defined({ filters: { x, y }, other_bucket_key })),
  ),
  made(
    'adjacency_matrix',
    fc.tuple(query, query, query).map(([x, y, z]) => ({ filters: { y, x, z } })),
  ),
  made('sampler', fc.constant({ shard_size: 100 })),
  made(
    'diversified_sampler',
    fc.constantFrom('w', 'd').map((field) => ({ field, shard_size: 100, max_docs_per_value: 100 })),
  ),
  made('missing', fc.constantFrom({ field: 'k' }, { field: 'n' }, { field: 'p' })),
);

const INNER_BUCKETS: fc.Arbitrary<JsonObject> = fc.oneof(
  termsOf('o.k', ['a', 'b', 'zz'], { missing: 'none' }),
  termsOf('o.v', [1, 2], { missing: 2, value_type: 'long' }),
  histogramOf('o.v'),
  made('filter', innerQuery),
  made('range', fc.constant({ field: 'o.v', ranges: RANGES })),
  made('missing', fc.constant({ field: 'o.v' })),
);

const compositeSource = fc.tuple(direction, fc.boolean()).chain(([order, missing_bucket]) =>
  fc.constantFrom<JsonObject>(
    { terms: { field: 'k', order, missing_bucket } },
    // A value that a document has twice counts once or twice, depending on how segments are read.
    { terms: { field: 's', order, missing_bucket } },
    { histogram: { field: 'd', interval: 3, order, missing_bucket } },
    { date_histogram: { field: 't', calendar_interval: 'week', order, missing_bucket } },
  ),
);
const composite = made(
  'composite',
  fc
    .tuple(
      compositeSource,
      fc.option(compositeSource, { nil: undefined }),
      fc.integer({ min: 1, max: 12 }),
    )
    .map(([x, y, size]) => ({
      size,
      sources: y === undefined ? [{ x }] : [{ x }, { y }],
    })),
);

type Scope = 'whole' | 'inner';

const leaf = (scope: Scope): fc.Arbitrary<JsonObject> =>
  fc.constantFrom(...(scope === 'whole' ? WHOLE_METRICS : INNER_METRICS));

function node(scope: Scope, depth: number): fc.Arbitrary<JsonObject> {
  if (depth === 0) return leaf(scope);
  const through =
    scope === 'whole'
      ? made('nested', fc.constant({ path: 'o' })).chain((json) =>
          withChildren(json, 'inner', depth),
        )
      : made('reverse_nested', fc.constant({})).chain((json) => withChildren(json, 'whole', depth));
  const buckets = scope === 'whole' ? ALL_BUCKETS : INNER_BUCKETS;
  return fc.oneof(
    { weight: 2, arbitrary: leaf(scope) },
    { weight: 6, arbitrary: buckets.chain((json) => withChildren(json, scope, depth)) },
    { weight: 1, arbitrary: through },
  );
}

function withChildren(json: JsonObject, scope: Scope, depth: number): fc.Arbitrary<JsonObject> {
  const m = { max: { field: scope === 'whole' ? 'd' : 'o.v' } };
  return fc
    .tuple(node(scope, depth - 1), leaf(scope))
    .map(([x, y]) => ({ ...json, aggs: { m, x, y } }));
}

/** Trees with up to three levels of buckets. */
export const modelTrees: fc.Arbitrary<JsonObject> = fc
  .tuple(
    node('whole', 3),
    node('whole', 2),
    fc.oneof(
      composite.chain((json) => withChildren(json, 'whole', 1)),
      made('global', fc.constant({})).chain((json) => withChildren(json, 'whole', 2)),
      leaf('whole'),
    ),
  )
  .map(([x, y, z]) => ({ x, y, z }));

export const modelQueries: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({ match_all: {} }),
  query,
);

/**
 * The same tree with shards that return no more buckets than are shown: one shard alone must give
 * the same result. Below `auto_date_histogram` nothing is cut, because its buckets are merged after
 * the shard has answered, and with them lists that may be incomplete, as in OpenSearch.
 */
export function cutAtShards(aggs: JsonObject): JsonObject {
  const cut = Object.entries(aggs).map(([name, json]) => {
    const { aggs: children, ...types } = json as Record<string, JsonObject>;
    const own = Object.entries(types).map(([type, { min_doc_count, ...options }]) => [
      type,
      // A sample of fewer documents would change the result.
      options.shard_size === undefined || type.endsWith('sampler')
        ? defined({ ...options, min_doc_count })
        : { ...options, shard_size: 1 },
    ]);
    const areMerged = 'auto_date_histogram' in types;
    const inner = children && { aggs: areMerged ? children : cutAtShards(children) };
    return [name, { ...Object.fromEntries(own), ...inner }];
  });
  return Object.fromEntries(cut);
}
