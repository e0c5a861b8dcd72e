/**
 * Random trees of aggregations over a schema, most of them right. An aggregation's name begins with its type, so that what compares two
 * answers knows which figures are approximate.
 */
import type { Dice } from '../dice.ts';
import type { Json, Made } from '../json.ts';
import { QueryGenerator, type Schema } from './queries.ts';

/** The fields of an index by what may be asked of them. */
export interface AggregationSchema extends Schema {
  readonly ip: readonly string[];
  /** Fields of the nested documents, and where they are. */
  readonly nested: { readonly path: string; readonly schema: Omit<AggregationSchema, 'nested'> };
}

type Fields = Omit<AggregationSchema, 'nested'>;

/** Where in the tree an aggregation is made. */
interface Place {
  readonly fields: Fields;
  readonly isNested: boolean;
  readonly isTop: boolean;
  readonly depth: number;
}

type Maker = (g: AggregationGenerator, place: Place) => Made;

const MISFIT_PERCENT = 5;
const SEVERAL_PERCENT = 30;
const PIPELINE_PERCENT = 30;

export class AggregationGenerator {
  readonly #dice: Dice;
  readonly #schema: AggregationSchema;
  readonly #queries: QueryGenerator;
  #made = 0;

  constructor(schema: AggregationSchema, dice: Dice) {
    this.#schema = schema;
    this.#dice = dice;
    this.#queries = new QueryGenerator(schema, dice);
  }

  /** The `aggs` of a request. */
  tree(depth: number): Made {
    const fields: Fields = this.#schema;
    return this.#level({ fields, isNested: false, isTop: true, depth });
  }

  spoiled(made: Made): Made {
    return this.#queries.spoiled(made);
  }

  query(): Made {
    return this.#queries.query(0);
  }

  below(place: Place): Place {
    return { ...place, isTop: false, depth: place.depth - 1 };
  }

  inside(place: Place): Place {
    return { ...this.below(place), fields: this.#schema.nested.schema, isNested: true };
  }

  outside(place: Place): Place {
    return { ...this.below(place), fields: this.#schema, isNested: false };
  }

  get nestedPath(): string {
    return this.#schema.nested.path;
  }

  pick<T>(from: readonly T[]): T {
    return this.#dice.pick(from);
  }

  int(below: number): number {
    return this.#dice.int(below);
  }

  chance(percent: number): boolean {
    return this.#dice.chance(percent);
  }

  some(options: Made): Made {
    return Object.fromEntries(Object.entries(options).filter(() => this.#dice.chance(25)));
  }

  field(place: Place, fitting: readonly string[]): string {
    return this.pick(this.chance(MISFIT_PERCENT) ? [...place.fields.all, 'nope'] : fitting);
  }

  /** `{...own, aggs}`: what is inside a bucket. */
  with(own: Made, place: Place): Made {
    return place.depth <= 0 || this.chance(35) ? own : { ...own, aggs: this.#level(place) };
  }

  #level(place: Place): Made {
    const count = this.chance(SEVERAL_PERCENT) ? 2 : 1;
    const made: Made = {};
    for (let i = 0; i < count; i++) {
      const isBucket = place.depth > 0 && this.chance(place.isTop ? 75 : 50);
      const [type, maker] = this.pick(this.#fitting(isBucket ? BUCKETS : METRICS, place));
      made[this.#name(type)] = maker(this, place);
    }
    const [first = ''] = Object.keys(made);
    const isSequence = SEVERAL_BUCKETS.test(first) || this.chance(MISFIT_PERCENT);
    if (place.isTop && isSequence && this.chance(PIPELINE_PERCENT))
      Object.assign(made, this.#sibling(first, made));
    return made;
  }

  #fitting(all: Readonly<Record<string, Maker>>, { isNested, isTop }: Place): [string, Maker][] {
    const fits: Readonly<Record<string, boolean>> = {
      reverse_nested: isNested,
      nested: !isNested,
      global: isTop,
    };
    return Object.entries(all).filter(([type]) => fits[type] ?? true);
  }

  #name(type: string): string {
    return `${type}_${this.#made++ % 10}`;
  }

  /** Over the buckets of the aggregation beside it. */
  #sibling(beside: string, made: Made): Made {
    const inner = Object.keys((made[beside] as Made | undefined)?.aggs ?? {})[0];
    const path = this.pick([`${beside}>_count`, `${beside}>${inner ?? '_count'}`]);
    const type = this.pick(SIBLINGS);
    const gap: Made = this.some({
      gap_policy: this.pick(['skip', 'insert_zeros']),
      format: '#.00',
    });
    return { [this.#name(type)]: { [type]: { buckets_path: path, ...gap } } };
  }

  /** Adds what looks at the buckets it stands in. */
  piped(made: Made): Made {
    if (!this.chance(PIPELINE_PERCENT)) return made;
    const aggs = (made.aggs as Made | undefined) ?? {};
    const metric = this.pick(['_count', ...Object.keys(aggs).filter((name) => SINGLE.test(name))]);
    const [type, options] = this.pick<[string, Made]>([
      ['derivative', { buckets_path: metric, ...this.some({ unit: '1d', format: '0.0' }) }],
      ['cumulative_sum', { buckets_path: metric }],
      ['serial_diff', { buckets_path: metric, lag: 1 + this.int(3) }],
      [
        'moving_fn',
        { buckets_path: metric, window: 1 + this.int(4), script: this.pick(FUNCTIONS) },
      ],
      ['bucket_script', { buckets_path: { m: metric }, script: 'params.m * 2' }],
      ['bucket_selector', { buckets_path: { m: metric }, script: 'params.m > 3' }],
      ['bucket_sort', { sort: [{ [metric]: 'desc' }], ...this.some({ size: 3, from: 1 }) }],
    ]);
    return { ...made, aggs: { ...aggs, [this.#name(type)]: { [type]: options } } };
  }
}

const SEVERAL_BUCKETS =
  /^(?:terms|rare_terms|multi_terms|histogram|date_histogram|range|date_range|filters|adjacency_matrix|geo\w+_grid)_/;

const SINGLE = /^(?:avg|sum|min|max|value_count|cardinality)_/;
const FUNCTIONS = ['unweightedAvg', 'max', 'sum'].map((name) => `MovingFunctions.${name}(values)`);

const SIBLINGS: readonly string[] = [
  'avg_bucket',
  'sum_bucket',
  'min_bucket',
  'max_bucket',
  'stats_bucket',
  'extended_stats_bucket',
  'percentiles_bucket',
];

const numeric = (g: AggregationGenerator, place: Place) =>
  g.field(place, [...place.fields.number, ...place.fields.date]);
const number = (g: AggregationGenerator, place: Place) => g.field(place, place.fields.number);
const date = (g: AggregationGenerator, place: Place) => g.field(place, place.fields.date);
const keyword = (g: AggregationGenerator, place: Place) => g.field(place, place.fields.keyword);
const anyField = (g: AggregationGenerator, place: Place) =>
  g.field(place, [
    ...place.fields.keyword,
    ...place.fields.number,
    ...place.fields.date,
    ...place.fields.ip,
  ]);

const onNumber =
  (type: string): Maker =>
  (g, place) => ({
    [type]: { field: numeric(g, place), ...g.some({ missing: 5, format: '#.00' }) },
  });

const METRICS: Readonly<Record<string, Maker>> = {
  avg: onNumber('avg'),
  sum: onNumber('sum'),
  min: onNumber('min'),
  max: onNumber('max'),
  stats: onNumber('stats'),
  extended_stats: (g, place) => ({
    extended_stats: {
      field: number(g, place),
      ...g.some({ sigma: g.pick<Json>([0, 3]), missing: 1 }),
    },
  }),
  value_count: (g, place) => ({ value_count: { field: anyField(g, place) } }),
  cardinality: (g, place) => ({
    cardinality: { field: anyField(g, place), ...g.some({ precision_threshold: 1000 }) },
  }),
  percentiles: (g, place) => ({
    percentiles: {
      field: numeric(g, place),
      ...g.some({ percents: [10, 50, 99.5], keyed: false, missing: 3 }),
    },
  }),
  percentile_ranks: (g, place) => ({
    percentile_ranks: { field: number(g, place), values: [5, 100], ...g.some({ keyed: false }) },
  }),
  median_absolute_deviation: (g, place) => ({
    median_absolute_deviation: { field: number(g, place), ...g.some({ missing: 3 }) },
  }),
  weighted_avg: (g, place) => ({
    weighted_avg: {
      value: { field: number(g, place), ...g.some({ missing: 1 }) },
      weight: { field: number(g, place), ...g.some({ missing: 2 }) },
    },
  }),
  matrix_stats: (g, place) => ({
    matrix_stats: { fields: [number(g, place), number(g, place)], ...g.some({ mode: 'max' }) },
  }),
  geo_bounds: (g, place) => ({
    geo_bounds: { field: g.field(place, place.fields.geo), ...g.some({ wrap_longitude: false }) },
  }),
  geo_centroid: (g, place) => ({ geo_centroid: { field: g.field(place, place.fields.geo) } }),
  top_hits: (g, place) => ({
    top_hits: {
      size: 1 + g.int(3),
      sort: [{ [number(g, place)]: g.pick(['asc', 'desc']) }, '_doc'],
      _source: false,
      ...g.some({ docvalue_fields: [keyword(g, place)], version: true, from: 1 }),
    },
  }),
};

function orderOf(g: AggregationGenerator): Json {
  return g.pick<Json>([
    { _key: 'asc' },
    { _key: 'desc' },
    { _count: 'desc' },
    [{ _count: 'desc' }, { _key: 'desc' }],
  ]);
}

const BUCKETS: Readonly<Record<string, Maker>> = {
  terms: (g, place) =>
    g.with(
      {
        terms: {
          field: anyField(g, place),
          ...g.some({
            size: 1 + g.int(8),
            shard_size: 5 + g.int(50),
            order: orderOf(g),
            min_doc_count: g.pick([0, 1, 3]),
            missing: g.pick<Json>(['none', 7]),
            include: g.pick<Json>([
              '[A-M].*',
              ['AA', 'EWR', 'UA'],
              { partition: 1, num_partitions: 3 },
            ]),
            exclude: g.pick<Json>(['.*A', ['AA', 'B6']]),
            show_term_doc_count_error: true,
            execution_hint: g.pick(['map', 'global_ordinals']),
            collect_mode: g.pick(['breadth_first', 'depth_first']),
            format: '0.0',
          }),
        },
      },
      g.below(place),
    ),
  rare_terms: (g, place) =>
    g.with(
      { rare_terms: { field: anyField(g, place), ...g.some({ max_doc_count: 1 + g.int(4) }) } },
      g.below(place),
    ),
  significant_terms: (g, place) =>
    g.with(
      {
        significant_terms: {
          field: keyword(g, place),
          ...g.some({
            size: 4,
            min_doc_count: 1 + g.int(3),
            background_filter: g.query(),
            [g.pick(['jlh', 'gnd', 'chi_square', 'mutual_information', 'percentage'])]: {},
          }),
        },
      },
      g.below(place),
    ),
  multi_terms: (g, place) =>
    g.with(
      {
        multi_terms: {
          terms: [
            { field: anyField(g, place) },
            { field: anyField(g, place), ...g.some({ missing: 'x' }) },
          ],
          ...g.some({ size: 5, order: orderOf(g), min_doc_count: 2 }),
        },
      },
      g.below(place),
    ),
  histogram: (g, place) =>
    g.piped(
      g.with(
        {
          histogram: {
            field: number(g, place),
            interval: g.pick([1, 10, 250, 0.5, 1000]) * (g.chance(90) ? 100 : 1),
            ...g.some({
              offset: g.pick([5, -3, 0.5]),
              min_doc_count: g.pick([0, 1, 2]),
              keyed: true,
              order: orderOf(g),
              missing: 50,
              format: '0.0',
              extended_bounds: { min: -100, max: 900 },
              hard_bounds: { min: 100, max: 2000 },
            }),
          },
        },
        g.below(place),
      ),
    ),
  date_histogram: (g, place) =>
    g.piped(
      g.with(
        {
          date_histogram: {
            field: date(g, place),
            ...g.pick<Made>([
              { calendar_interval: g.pick(['1d', 'week', 'month', '1q', 'year', '1M']) },
              { fixed_interval: g.pick(['12h', '1d', '30d', '36h']) },
            ]),
            ...g.some({
              time_zone: g.pick(['America/New_York', '+05:30', 'Europe/Berlin']),
              offset: g.pick(['+6h', '-1d', '+15m']),
              min_doc_count: g.pick([0, 1, 5]),
              keyed: true,
              order: orderOf(g),
              format: g.pick(['yyyy-MM-dd', 'epoch_millis', "yyyy-'W'ww"]),
              missing: '2013-02-01',
            }),
          },
        },
        g.below(place),
      ),
    ),
  auto_date_histogram: (g, place) =>
    g.with(
      {
        auto_date_histogram: {
          field: date(g, place),
          buckets: 1 + g.int(30),
          ...g.some({ time_zone: 'America/New_York', minimum_interval: 'day', format: 'yyyy-MM' }),
        },
      },
      g.below(place),
    ),
  range: (g, place) =>
    g.with(
      {
        range: {
          field: number(g, place),
          ranges: [{ to: 5 }, { from: 5, to: 300.5, ...g.some({ key: 'mid' }) }, { from: 200 }],
          ...g.some({ keyed: true, missing: 7, format: '0.0' }),
        },
      },
      g.below(place),
    ),
  date_range: (g, place) =>
    g.with(
      {
        date_range: {
          field: date(g, place),
          ranges: [
            { to: '2013-03-01' },
            { from: '2013-02', to: '2013-06||/M' },
            { from: '2013-05-05' },
          ],
          ...g.some({ keyed: true, format: 'yyyy-MM', time_zone: '+02:00', missing: '2013-04-01' }),
        },
      },
      g.below(place),
    ),
  ip_range: (g, place) =>
    g.with(
      {
        ip_range: {
          field: g.field(place, place.fields.ip.length > 0 ? place.fields.ip : ['nope']),
          ranges: [
            { to: '10.0.3.0' },
            { mask: '10.0.2.0/23' },
            { from: '10.0.4.1', to: '::ffff:ffff' },
          ],
          ...g.some({ keyed: true }),
        },
      },
      g.below(place),
    ),
  geo_distance: (g, place) =>
    g.with(
      {
        geo_distance: {
          field: g.field(place, place.fields.geo),
          origin: { lat: 40.6, lon: -74 },
          ranges: [{ to: 500 }, { from: 500, to: 2000 }, { from: 2000 }],
          unit: g.pick(['km', 'mi']),
          ...g.some({ keyed: true, distance_type: 'plane' }),
        },
      },
      g.below(place),
    ),
  geohash_grid: (g, place) =>
    g.with(
      {
        geohash_grid: {
          field: g.field(place, place.fields.geo),
          ...g.some({ precision: g.pick<Json>([1, 3, '100km']), size: 4 }),
        },
      },
      g.below(place),
    ),
  geotile_grid: (g, place) =>
    g.with(
      {
        geotile_grid: {
          field: g.field(place, place.fields.geo),
          ...g.some({ precision: g.int(12), size: 4 }),
        },
      },
      g.below(place),
    ),
  filter: (g, place) => g.with({ filter: g.query() }, g.below(place)),
  filters: (g, place) =>
    g.with(
      {
        filters: {
          filters: g.chance(50) ? { a: g.query(), b: g.query() } : [g.query(), g.query()],
          ...g.some({ other_bucket: true, other_bucket_key: 'rest' }),
        },
      },
      g.below(place),
    ),
  adjacency_matrix: (g, place) =>
    g.with(
      {
        adjacency_matrix: {
          filters: { a: g.query(), b: g.query() },
          ...g.some({ separator: '|' }),
        },
      },
      g.below(place),
    ),
  missing: (g, place) => g.with({ missing: { field: anyField(g, place) } }, g.below(place)),
  global: (g, place) => g.with({ global: {} }, g.below(place)),
  nested: (g, place) => g.with({ nested: { path: g.nestedPath } }, g.inside(place)),
  reverse_nested: (g, place) => g.with({ reverse_nested: {} }, g.outside(place)),
  composite: (g, place) =>
    g.with(
      {
        composite: {
          sources: [
            {
              k: {
                terms: {
                  field: anyField(g, place),
                  ...g.some({ order: 'desc', missing_bucket: true }),
                },
              },
            },
            g.pick<Made>([
              { h: { histogram: { field: number(g, place), interval: 100 } } },
              { d: { date_histogram: { field: date(g, place), calendar_interval: 'month' } } },
              { t: { terms: { field: keyword(g, place) } } },
            ]),
          ],
          ...g.some({ size: 1 + g.int(20) }),
        },
      },
      g.below(place),
    ),
  sampler: (g, place) => g.with({ sampler: { shard_size: 10_000 } }, g.below(place)),
};
