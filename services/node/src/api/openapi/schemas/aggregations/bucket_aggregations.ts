/** The options of aggregations that put documents into buckets. */

import { geoPoint, textOrInteger } from '../queries/query_parts.js';
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
  bounds,
  box,
  CHOICE,
  COUNTS,
  FIELD,
  keyed,
  numberRange,
  order,
  SCRIPTED,
  sortOrder,
  timeZone,
  VALUES,
} from './aggregation_parts.js';

const grid = {
  ...FIELD,
  precision: textOrInteger,
  size: integer,
  shard_size: integer,
  bounds: box,
};
const relatives = aggregation({ type: text }, { type: 'answer' }, ['type']);
const shownTerms = {
  ...COUNTS,
  order,
  show_term_doc_count_error: boolean,
  collect_mode: words('depth_first', 'breadth_first'),
};
const filters = oneOf(mapOf(ref('Query')), list(ref('Query')));

const superset = { background_is_superset: boolean };
const negatives = { include_negatives: boolean, ...superset };
const SIGNIFICANT = {
  ...COUNTS,
  ...CHOICE,
  background_filter: ref('Query'),
  jlh: closed({}),
  percentage: closed({}),
  mutual_information: closed(negatives),
  chi_square: closed(negatives),
  gnd: closed(superset),
  script_heuristic: closed({ script: ref('Script') }, ['script']),
};

const HISTOGRAM = {
  ...VALUES,
  ...keyed,
  order,
  min_doc_count: integer,
  extended_bounds: bounds,
  hard_bounds: bounds,
};
const interval = { ...textOrInteger, deprecated: true };
const DATES = {
  interval,
  calendar_interval: text,
  fixed_interval: text,
  offset: textOrInteger,
  time_zone: timeZone,
};

const paged = {
  order: sortOrder,
  missing_bucket: boolean,
  missing_order: words('first', 'last', 'default'),
};
const SOURCES = {
  terms: closed({ ...VALUES, ...paged }),
  histogram: closed({ ...VALUES, ...paged, interval: number }),
  date_histogram: closed({ ...VALUES, ...paged, ...DATES }),
  geotile_grid: closed({ ...SCRIPTED, ...paged, precision: textOrInteger, bounds: box }),
};
const source = {
  ...mapOf({ ...closed(SOURCES), minProperties: 1, maxProperties: 1 }),
  maxProperties: 1,
};

export const BUCKET_AGGREGATIONS: AggregationSchemas = {
  terms: aggregation(
    { ...VALUES, ...CHOICE, ...shownTerms, execution_hint: text },
    { field: 'product', size: 5, order: { _key: 'asc' } },
  ),
  multi_terms: aggregation(
    { terms: list(closed(VALUES)), ...shownTerms },
    { terms: [{ field: 'product' }, { field: 'amount' }] },
    ['terms'],
  ),
  rare_terms: aggregation(
    { ...VALUES, ...CHOICE, max_doc_count: integer, precision: number },
    { field: 'tags' },
  ),
  counted_terms: aggregation({ ...VALUES, size: integer }, { field: 'tags' }),
  significant_terms: aggregation(
    { ...FIELD, ...SIGNIFICANT, format: text, execution_hint: text },
    { field: 'tags', min_doc_count: 1, jlh: {} },
  ),
  significant_text: aggregation(
    {
      field: text,
      ...SIGNIFICANT,
      filter_duplicate_text: boolean,
      source_fields: textOrList,
    },
    { field: 'note', min_doc_count: 2 },
  ),
  categorize_text: aggregation(
    {
      field: text,
      ...COUNTS,
      similarity_threshold: number,
      categorization_filters: textOrList,
      categorization_analyzer: oneOf(
        text,
        closed({ char_filter: anything, tokenizer: anything, filter: anything }),
      ),
    },
    { field: 'note', size: 2 },
    ['field'],
  ),
  histogram: aggregation(
    { ...HISTOGRAM, interval: number, offset: number },
    { field: 'price', interval: 2 },
  ),
  date_histogram: aggregation(
    { ...HISTOGRAM, ...DATES },
    { field: 'sold', calendar_interval: 'month', time_zone: 'Europe/Berlin' },
  ),
  auto_date_histogram: aggregation(
    {
      ...VALUES,
      buckets: integer,
      minimum_interval: words('year', 'month', 'day', 'hour', 'minute', 'second'),
      time_zone: timeZone,
    },
    { field: 'sold', buckets: 3 },
  ),
  variable_width_histogram: aggregation(
    {
      ...VALUES,
      buckets: integer,
      shard_size: integer,
      initial_buffer: integer,
      time_zone: timeZone,
    },
    { field: 'price', buckets: 2 },
  ),
  range: aggregation(
    { ...VALUES, ...keyed, ranges: list(numberRange) },
    { field: 'price', ranges: [{ key: 'cheap', to: 5 }, { from: 5 }] },
  ),
  date_range: aggregation(
    { ...VALUES, ...keyed, ranges: list(numberRange), time_zone: timeZone },
    { field: 'sold', ranges: [{ to: '2024-02-01' }] },
  ),
  ip_range: aggregation(
    {
      ...FIELD,
      ...keyed,
      ranges: list(closed({ key: text, from: text, to: text, mask: text })),
    },
    { field: 'client', ranges: [{ mask: '10.0.0.0/24' }, { from: '192.168.0.0' }] },
  ),
  ip_prefix: aggregation(
    {
      ...FIELD,
      ...keyed,
      prefix_length: integer,
      is_ipv6: boolean,
      append_prefix_length: boolean,
      min_doc_count: integer,
    },
    { field: 'client', prefix_length: 24 },
    ['prefix_length'],
  ),
  geo_distance: aggregation(
    {
      ...FIELD,
      ...keyed,
      origin: geoPoint,
      center: { ...geoPoint, deprecated: true },
      point: { ...geoPoint, deprecated: true },
      por: { ...geoPoint, deprecated: true },
      ranges: list(closed({ key: text, from: number, to: number })),
      unit: text,
      distance_type: words('arc', 'plane'),
    },
    { field: 'place', origin: '52.52,13.40', unit: 'km', ranges: [{ to: 10 }] },
    ['ranges'],
  ),
  geohash_grid: aggregation(grid, { field: 'place', precision: 3 }),
  geotile_grid: aggregation(grid, { field: 'place', precision: 5 }),
  geohex_grid: aggregation(grid, { field: 'place', precision: 3 }),
  composite: aggregation(
    { sources: oneOf(source, list(source)), size: integer, after: mapOf(anything) },
    { size: 2, sources: [{ product: { terms: { field: 'product' } } }] },
    ['sources'],
  ),
  filter: { ...ref('Query'), examples: [{ range: { price: { gte: 5 } } }] },
  filters: aggregation(
    { filters, other_bucket: boolean, other_bucket_key: text },
    { filters: { black: { term: { tags: 'black' } } }, other_bucket_key: 'other' },
    ['filters'],
  ),
  adjacency_matrix: aggregation(
    { filters: mapOf(ref('Query')), separator: text },
    { filters: { black: { term: { tags: 'black' } } } },
    ['filters'],
  ),
  missing: aggregation(VALUES, { field: 'tags' }),
  global: aggregation({}, {}),
  sampler: aggregation({ shard_size: integer }, { shard_size: 2 }),
  diversified_sampler: aggregation(
    { ...SCRIPTED, shard_size: integer, max_docs_per_value: integer, execution_hint: text },
    { field: 'product', max_docs_per_value: 1 },
  ),
  random_sampler: aggregation(
    { probability: number, seed: integer, shard_seed: integer },
    { probability: 1, seed: 7 },
    ['probability'],
  ),
  nested: aggregation({ path: text }, { path: 'offers' }, ['path']),
  reverse_nested: aggregation({ path: text }, {}),
  children: relatives,
  parent: relatives,
};
