/** Generates random bucket aggregations. */
import type { Json, Made } from '../json.ts';
import { anyField, date, keyword, number } from './aggregation_fields.ts';
import type { AggregationGenerator, Maker } from './aggregation_generator.ts';

function orderOf(g: AggregationGenerator): Json {
  return g.pick<Json>([
    { _key: 'asc' },
    { _key: 'desc' },
    { _count: 'desc' },
    [{ _count: 'desc' }, { _key: 'desc' }],
  ]);
}

const USUAL_WIDTHS: readonly number[] = [100, 100, 100, 100, 100, 100, 100, 100, 100, 1];
/**
 * The interval widths by field. OpenSearch counts empty buckets one by one before it refuses them
 * as too many: a billion of them take minutes.
 */
const WIDTHS: Readonly<Record<string, readonly number[]>> = {
  big: [1e10, 1e12],
  at: [1e9, 1e10],
  local: [1e9, 1e10],
  nanos: [1e9, 1e10],
  'legs.day': [1e9, 1e10],
};

export const BUCKETS: Readonly<Record<string, Maker>> = {
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
  significant_text: (g, place) =>
    g.with(
      {
        significant_text: {
          field: g.field(place, place.fields.text.length > 0 ? place.fields.text : ['airline']),
          ...g.some({
            size: 4,
            min_doc_count: 1 + g.int(3),
            filter_duplicate_text: true,
            background_filter: g.query(),
            [g.pick(['jlh', 'gnd', 'chi_square', 'percentage'])]: {},
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
  histogram: (g, place) => {
    const field = number(g, place);
    return g.piped(
      g.with(
        {
          histogram: {
            field,
            interval: g.pick([1, 10, 250, 0.5, 1000]) * g.pick(WIDTHS[field] ?? USUAL_WIDTHS),
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
    );
  },
  variable_width_histogram: (g, place) =>
    g.with(
      {
        variable_width_histogram: {
          field: number(g, place),
          buckets: 1 + g.int(12),
          ...g.some({ shard_size: 30 + g.int(100), initial_buffer: 50 + g.int(900) }),
        },
      },
      g.below(place),
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
  diversified_sampler: (g, place) =>
    g.with(
      {
        diversified_sampler: {
          field: g.field(place, [...place.fields.keyword, ...place.fields.number]),
          shard_size: 10_000,
          ...g.some({
            max_docs_per_value: 1 + g.int(4),
            execution_hint: g.pick(['map', 'global_ordinals', 'bytes_hash']),
          }),
        },
      },
      g.below(place),
    ),
  children: (g, place) => g.with({ children: { type: 'stay' } }, g.below(place)),
  parent: (g, place) => g.with({ parent: { type: 'stay' } }, g.below(place)),
};
