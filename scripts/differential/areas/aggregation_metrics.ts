/** Generates random metric aggregations. */
import type { Json } from '../json.ts';
import { anyField, keyword, number, numeric } from './aggregation_fields.ts';
import type { Maker } from './aggregation_generator.ts';

const onNumber =
  (type: string): Maker =>
  (g, place) => ({
    [type]: { field: numeric(g, place), ...g.some({ missing: 5, format: '#.00' }) },
  });

export const METRICS: Readonly<Record<string, Maker>> = {
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
  percentiles_hdr: (g, place) => ({
    percentiles: {
      field: g.field(place, WHOLE_AND_POSITIVE[place.isNested ? 'nested' : 'top']),
      hdr: { number_of_significant_value_digits: 1 + g.int(4) },
      ...g.some({ percents: [1, 50, 99], keyed: false }),
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
      ...g.some({
        docvalue_fields: [keyword(g, place)],
        version: true,
        from: 1,
        highlight: { fields: { '*': {} } },
        script_fields: { made: { script: 'params.n + 1', params: { n: 1 } } },
      }),
    },
  }),
  scripted: (g, place) => {
    const field = number(g, place);
    return {
      scripted_metric: {
        init_script: 'state.sum = 0.0; state.seen = 0',
        map_script: {
          source:
            'if (doc.containsKey(params.f) && doc[params.f].size() > 0) { state.seen++; state.sum += doc[params.f].size() }',
          params: { f: field },
        },
        combine_script: 'return [state.sum, state.seen]',
        reduce_script:
          'double all = 0; for (s in states) { if (s != null) all += s[0]; } return all',
      },
    };
  },
  scripted_sum: (g, place) => ({
    [g.pick(['sum', 'avg', 'max', 'value_count', 'stats'])]: {
      script: {
        source: 'doc[params.f].size() == 0 ? 0 : doc[params.f].size() * 2',
        params: { f: keyword(g, place) },
      },
    },
  }),
  scripted_value: (g, place) => ({
    [g.pick(['sum', 'min', 'avg'])]: { field: number(g, place), script: '_value * 2 + 1' },
  }),
};

/** Fields whose values an HDR histogram can hold. */
const WHOLE_AND_POSITIVE = {
  nested: ['legs.price', 'legs.count'],
  top: ['distance', 'hour', 'several'],
};
