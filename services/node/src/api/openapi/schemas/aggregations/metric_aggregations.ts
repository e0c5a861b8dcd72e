/** The options of aggregations that compute figures of documents. */
import {
  anything,
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
const sketched = { compression: number, execution_hint: words('default', 'high_accuracy') };
const compared = closed({ ...SCRIPTED, filter: ref('Query') });
const weighed = closed(SCRIPTED);
const sorted = closed(FIELD, ['field']);

export const METRIC_AGGREGATIONS: AggregationSchemas = {
  avg: ofPrice,
  max: ofPrice,
  min: ofPrice,
  sum: ofPrice,
  stats: ofPrice,
  value_count: ofPrice,
  extended_stats: aggregation({ ...VALUES, sigma: number }, price),
  string_stats: aggregation({ ...VALUES, show_distribution: boolean }, { field: 'product' }),
  cardinality: aggregation(
    {
      ...VALUES,
      precision_threshold: integer,
      execution_hint: text,
      rehash: { ...anything, deprecated: true },
    },
    { field: 'tags', precision_threshold: 1000 },
  ),
  median_absolute_deviation: aggregation({ ...VALUES, compression: number }, price),
  boxplot: aggregation({ ...VALUES, ...sketched }, price),
  percentiles: aggregation(
    { ...VALUES, ...keyed, ...SKETCH, percents: oneOf(number, list(number)) },
    { field: 'price', percents: [25, 50, 99] },
  ),
  percentile_ranks: aggregation(
    { ...VALUES, ...keyed, ...SKETCH, values: oneOf(number, list(number)) },
    { field: 'price', values: [4, 7] },
    ['values'],
  ),
  rate: aggregation(
    { ...VALUES, unit: text, mode: words('sum', 'value_count') },
    { field: 'amount', unit: 'day' },
  ),
  weighted_avg: aggregation(
    { value: weighed, weight: weighed, format: text, value_type: valueType },
    { value: price, weight: { field: 'amount' } },
    ['value', 'weight'],
  ),
  t_test: aggregation(
    {
      a: compared,
      b: compared,
      type: words('paired', 'homoscedastic', 'heteroscedastic'),
      format: text,
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
      fields: textOrList,
      missing: mapOf(number),
      mode: words('avg', 'min', 'max', 'sum', 'median'),
      format: text,
    },
    { fields: ['price', 'amount'] },
    ['fields'],
  ),
  geo_bounds: aggregation({ ...FIELD, wrap_longitude: boolean }, { field: 'place' }),
  geo_centroid: aggregation(FIELD, { field: 'place' }),
  geo_line: aggregation(
    {
      point: sorted,
      sort: sorted,
      include_sort: boolean,
      sort_order: sortOrder,
      size: integer,
    },
    { point: { field: 'place' }, sort: { field: 'sold' } },
    ['point', 'sort'],
  ),
  top_hits: aggregation(
    {
      from: integer,
      size: integer,
      sort: ref('Sort'),
      _source: ref('SourceFilter'),
      fields: list(ref('FieldAndFormat')),
      docvalue_fields: list(ref('FieldAndFormat')),
      stored_fields: textOrList,
      script_fields: mapOf(ref('ScriptField')),
      highlight: ref('Highlight'),
      explain: boolean,
      version: boolean,
      seq_no_primary_term: boolean,
      track_scores: boolean,
    },
    { size: 1, sort: [{ price: 'desc' }], _source: ['product'] },
  ),
  top_metrics: aggregation(
    {
      metrics: oneOf(
        closed({ field: text, missing: anything }),
        list(closed({ field: text, missing: anything })),
      ),
      sort: ref('Sort'),
      size: integer,
    },
    { metrics: [{ field: 'price' }, { field: 'product' }], sort: { sold: 'desc' }, size: 2 },
    ['metrics', 'sort'],
  ),
  scripted_metric: aggregation(
    {
      init_script: ref('Script'),
      map_script: ref('Script'),
      combine_script: ref('Script'),
      reduce_script: ref('Script'),
      params: mapOf(anything),
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
