/** The options of aggregations that compute figures of documents. */
import * as s from '../schema.js';
import {
  type AggregationSchemas,
  aggregation,
  FIELD,
  keyed,
  SCRIPTED,
  SKETCH,
  sortOrder,
  VALUES,
  valueType,
} from './aggregation_parts.js';

const price = { field: 'price' };
const ofPrice = aggregation(VALUES, price);
const sketched = { compression: s.number, execution_hint: s.words('default', 'high_accuracy') };
const compared = s.closed({ ...SCRIPTED, filter: s.ref('Query') });
const weighed = s.closed(SCRIPTED);
const sorted = s.closed(FIELD, ['field']);

export const METRIC_AGGREGATIONS: AggregationSchemas = {
  avg: ofPrice,
  max: ofPrice,
  min: ofPrice,
  sum: ofPrice,
  stats: ofPrice,
  value_count: ofPrice,
  extended_stats: aggregation({ ...VALUES, sigma: s.number }, price),
  string_stats: aggregation({ ...VALUES, show_distribution: s.boolean }, { field: 'product' }),
  cardinality: aggregation(
    {
      ...VALUES,
      precision_threshold: s.integer,
      execution_hint: s.words('direct', 'ordinals'),
      rehash: { ...s.anything, deprecated: true },
    },
    { field: 'tags', precision_threshold: 1000 },
  ),
  median_absolute_deviation: aggregation({ ...VALUES, compression: s.number }, price),
  boxplot: aggregation({ ...VALUES, ...sketched }, price),
  percentiles: aggregation(
    { ...VALUES, ...keyed, ...SKETCH, percents: s.oneOf(s.number, s.list(s.number)) },
    { field: 'price', percents: [25, 50, 99] },
  ),
  percentile_ranks: aggregation(
    { ...VALUES, ...keyed, ...SKETCH, values: s.oneOf(s.number, s.list(s.number)) },
    { field: 'price', values: [4, 7] },
    ['values'],
  ),
  rate: aggregation(
    { ...VALUES, unit: s.text, mode: s.words('sum', 'value_count') },
    { field: 'amount', unit: 'day' },
  ),
  weighted_avg: aggregation(
    { value: weighed, weight: weighed, format: s.text, value_type: valueType },
    { value: price, weight: { field: 'amount' } },
    ['value', 'weight'],
  ),
  t_test: aggregation(
    {
      a: compared,
      b: compared,
      type: s.words('paired', 'homoscedastic', 'heteroscedastic'),
      format: s.text,
    },
    {
      a: { field: 'price' },
      b: { field: 'discounted' },
      type: 'paired',
    },
    ['a', 'b'],
  ),
  matrix_stats: aggregation(
    {
      fields: s.textOrList,
      missing: s.mapOf(s.number),
      mode: s.words('avg', 'min', 'max', 'sum', 'median'),
      format: s.text,
    },
    { fields: ['price', 'amount'] },
    ['fields'],
  ),
  geo_bounds: aggregation({ ...FIELD, wrap_longitude: s.boolean }, { field: 'place' }),
  geo_centroid: aggregation(FIELD, { field: 'place' }),
  geo_line: aggregation(
    {
      point: sorted,
      sort: sorted,
      include_sort: s.boolean,
      sort_order: sortOrder,
      size: s.integer,
    },
    { point: { field: 'place' }, sort: { field: 'sold' } },
    ['point', 'sort'],
  ),
  top_hits: aggregation(
    {
      from: s.integer,
      size: s.integer,
      sort: s.ref('Sort'),
      _source: s.ref('SourceFilter'),
      fields: s.list(s.ref('FieldAndFormat')),
      docvalue_fields: s.list(s.ref('FieldAndFormat')),
      stored_fields: s.textOrList,
      script_fields: s.mapOf(s.ref('ScriptField')),
      highlight: s.ref('Highlight'),
      explain: s.boolean,
      version: s.boolean,
      seq_no_primary_term: s.boolean,
      track_scores: s.boolean,
    },
    { size: 1, sort: [{ price: 'desc' }], _source: ['product'] },
  ),
  top_metrics: aggregation(
    {
      metrics: s.oneOf(
        s.closed({ field: s.text, missing: s.anything }),
        s.list(s.closed({ field: s.text, missing: s.anything })),
      ),
      sort: s.ref('Sort'),
      size: s.integer,
    },
    { metrics: [{ field: 'price' }, { field: 'product' }], sort: { sold: 'desc' }, size: 2 },
    ['metrics', 'sort'],
  ),
  scripted_metric: aggregation(
    {
      init_script: s.ref('Script'),
      map_script: s.ref('Script'),
      combine_script: s.ref('Script'),
      reduce_script: s.ref('Script'),
      params: s.mapOf(s.anything),
    },
    {
      init_script: 'state.n = 0',
      map_script: 'state.n += 1',
      combine_script: 'return state.n',
      reduce_script: 'int n = 0; for (s in states) n += s; return n',
    },
    ['map_script'],
  ),
};
