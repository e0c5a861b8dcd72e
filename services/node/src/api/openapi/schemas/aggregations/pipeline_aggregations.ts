/** The options of aggregations of other aggregations' results. */
import type { JsonObject } from '@skein/content';
import {
  boolean,
  closed,
  integer,
  list,
  mapOf,
  number,
  oneOf,
  ref,
  text,
  textOrList,
  words,
} from '../schema.js';
import { type AggregationSchemas, aggregation } from './aggregation_parts.js';

const gapPolicy = words('skip', 'insert_zeros');
const formatted = { buckets_path: textOrList, format: text };
const COMMON = { ...formatted, gap_policy: gapPolicy };
const ofSales = (options: Readonly<Record<string, JsonObject>>, more: JsonObject = {}) =>
  aggregation({ ...COMMON, ...options }, { buckets_path: 'sales', ...more }, ['buckets_path']);
const ofMonths = (options: Readonly<Record<string, JsonObject>> = {}) =>
  aggregation({ ...COMMON, ...options }, { buckets_path: 'months>sales' }, ['buckets_path']);
const named = oneOf(mapOf(text), text, list(text));

const weight = { alpha: number };
const trend = { ...weight, beta: number };
const modelSettings = closed({
  ...trend,
  gamma: number,
  period: integer,
  pad: boolean,
  type: words('add', 'mult'),
});

export const PIPELINE_AGGREGATIONS: AggregationSchemas = {
  avg_bucket: ofMonths(),
  sum_bucket: ofMonths(),
  max_bucket: ofMonths(),
  min_bucket: ofMonths(),
  stats_bucket: ofMonths(),
  extended_stats_bucket: ofMonths({ sigma: number }),
  percentiles_bucket: ofMonths({ percents: list(number), keyed: boolean }),
  bucket_correlation: aggregation(
    {
      ...COMMON,
      function: closed({
        count_correlation: closed({
          indicator: closed({
            doc_count: integer,
            expectations: list(number),
            fractions: list(number),
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
      gap_policy: words('insert_zeros'),
      fractions: list(number),
      alternative: textOrList,
      sampling_method: words('upper_tail', 'uniform', 'lower_tail'),
    },
    { buckets_path: 'months>_count', fractions: [0.5, 0.5] },
    ['buckets_path'],
  ),
  change_point: ofMonths(),
  cumulative_sum: aggregation(formatted, { buckets_path: 'sales' }, ['buckets_path']),
  cumulative_cardinality: aggregation(formatted, { buckets_path: 'buyers' }, ['buckets_path']),
  derivative: ofSales({ unit: text }),
  serial_diff: ofSales({ lag: integer }, { lag: 12 }),
  normalize: aggregation(
    {
      ...formatted,
      method: words('rescale_0_1', 'rescale_0_100', 'percent_of_sum', 'mean', 'z-score', 'softmax'),
    },
    { buckets_path: 'sales', method: 'percent_of_sum' },
    ['buckets_path', 'method'],
  ),
  moving_avg: ofSales(
    {
      window: integer,
      predict: integer,
      minimize: boolean,
      model: words('simple', 'linear', 'ewma', 'holt', 'holt_winters'),
      settings: modelSettings,
    },
    { window: 30, model: 'ewma' },
  ),
  moving_fn: ofSales(
    { window: integer, shift: integer, script: ref('Script') },
    { window: 3, script: 'MovingFunctions.max(values)' },
  ),
  moving_percentiles: aggregation(
    { buckets_path: textOrList, window: integer, shift: integer },
    { buckets_path: 'percentiles', window: 3 },
    ['buckets_path', 'window'],
  ),
  bucket_script: aggregation(
    { buckets_path: named, script: ref('Script'), format: text, gap_policy: gapPolicy },
    { buckets_path: { sales: 'sales' }, script: 'params.sales / 2' },
    ['buckets_path', 'script'],
  ),
  bucket_selector: aggregation(
    { buckets_path: named, script: ref('Script'), gap_policy: gapPolicy },
    { buckets_path: { sales: 'sales' }, script: 'params.sales > 2' },
    ['buckets_path', 'script'],
  ),
  bucket_sort: aggregation(
    { sort: ref('Sort'), from: integer, size: integer, gap_policy: gapPolicy },
    { sort: [{ sales: 'desc' }], size: 3 },
  ),
};
