/** The options of aggregations of other aggregations' results. */
import type { JsonObject } from '@skein/content';
import * as s from '../schema.js';
import { type AggregationSchemas, aggregation } from './aggregation_parts.js';

const gapPolicy = s.words('skip', 'insert_zeros');
const formatted = { buckets_path: s.textOrList, format: s.text };
const COMMON = { ...formatted, gap_policy: gapPolicy };
const ofSales = (options: Readonly<Record<string, JsonObject>>, more: JsonObject = {}) =>
  aggregation({ ...COMMON, ...options }, { buckets_path: 'sales', ...more }, ['buckets_path']);
const ofMonths = (options: Readonly<Record<string, JsonObject>> = {}) =>
  aggregation({ ...COMMON, ...options }, { buckets_path: 'months>sales' }, ['buckets_path']);
const named = s.oneOf(s.mapOf(s.text), s.text, s.list(s.text));

const weight = { alpha: s.number };
const trend = { ...weight, beta: s.number };
const modelSettings = s.closed({
  ...trend,
  gamma: s.number,
  period: s.integer,
  pad: s.boolean,
  type: s.words('add', 'mult'),
});

export const PIPELINE_AGGREGATIONS: AggregationSchemas = {
  avg_bucket: ofMonths(),
  sum_bucket: ofMonths(),
  max_bucket: ofMonths(),
  min_bucket: ofMonths(),
  stats_bucket: ofMonths(),
  extended_stats_bucket: ofMonths({ sigma: s.number }),
  percentiles_bucket: ofMonths({ percents: s.list(s.number), keyed: s.boolean }),
  bucket_correlation: aggregation(
    {
      ...COMMON,
      function: s.closed({
        count_correlation: s.closed({
          indicator: s.closed({
            doc_count: s.integer,
            expectations: s.list(s.number),
            fractions: s.list(s.number),
          }),
        }),
      }),
    },
    {
      buckets_path: 'months>_count',
      function: { count_correlation: { indicator: { expectations: [4, 7], doc_count: 6 } } },
    },
    ['buckets_path', 'function'],
  ),
  bucket_count_ks_test: aggregation(
    {
      ...COMMON,
      gap_policy: s.words('insert_zeros'),
      fractions: s.list(s.number),
      alternative: s.textOrList,
      sampling_method: s.words('upper_tail', 'uniform', 'lower_tail'),
    },
    { buckets_path: 'months>_count', fractions: [0.5, 0.5] },
    ['buckets_path'],
  ),
  change_point: ofMonths(),
  cumulative_sum: aggregation(formatted, { buckets_path: 'sales' }, ['buckets_path']),
  cumulative_cardinality: aggregation(formatted, { buckets_path: 'buyers' }, ['buckets_path']),
  derivative: ofSales({ unit: s.text }),
  serial_diff: ofSales({ lag: s.integer }, { lag: 12 }),
  normalize: aggregation(
    {
      ...formatted,
      method: s.words(
        'rescale_0_1',
        'rescale_0_100',
        'percent_of_sum',
        'mean',
        'z-score',
        'softmax',
      ),
    },
    { buckets_path: 'sales', method: 'percent_of_sum' },
    ['buckets_path', 'method'],
  ),
  moving_avg: ofSales(
    {
      window: s.integer,
      predict: s.integer,
      minimize: s.boolean,
      model: s.words('simple', 'linear', 'ewma', 'holt', 'holt_winters'),
      settings: modelSettings,
    },
    { window: 30, model: 'ewma' },
  ),
  moving_fn: ofSales(
    { window: s.integer, shift: s.integer, script: s.ref('Script') },
    { window: 3, script: 'MovingFunctions.max(values)' },
  ),
  moving_percentiles: aggregation(
    { buckets_path: s.textOrList, window: s.integer, shift: s.integer },
    { buckets_path: 'percentiles', window: 3 },
    ['buckets_path', 'window'],
  ),
  bucket_script: aggregation(
    { buckets_path: named, script: s.ref('Script'), format: s.text, gap_policy: gapPolicy },
    { buckets_path: { sales: 'sales' }, script: 'params.sales / 2' },
    ['buckets_path', 'script'],
  ),
  bucket_selector: aggregation(
    { buckets_path: named, script: s.ref('Script'), gap_policy: gapPolicy },
    { buckets_path: { sales: 'sales' }, script: 'params.sales > 2' },
    ['buckets_path', 'script'],
  ),
  bucket_sort: aggregation(
    { sort: s.ref('Sort'), from: s.integer, size: s.integer, gap_policy: gapPolicy },
    { sort: [{ sales: 'desc' }], size: 3 },
  ),
};
