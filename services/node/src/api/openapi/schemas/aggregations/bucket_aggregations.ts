/** The options of aggregations that put documents into buckets. */

import { geoPoint, textOrInteger } from '../queries/query_parts.js';
import * as s from '../schema.js';
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
  size: s.integer,
  shard_size: s.integer,
  bounds: box,
};
const relatives = aggregation({ type: s.text }, { type: 'answer' }, ['type']);
const shownTerms = {
  ...COUNTS,
  order,
  show_term_doc_count_error: s.boolean,
  collect_mode: s.words('depth_first', 'breadth_first'),
};
const filters = s.oneOf(s.mapOf(s.ref('Query')), s.list(s.ref('Query')));

const superset = { background_is_superset: s.boolean };
const negatives = { include_negatives: s.boolean, ...superset };
const SIGNIFICANT = {
  ...COUNTS,
  ...CHOICE,
  background_filter: s.ref('Query'),
  jlh: s.closed({}),
  percentage: s.closed({}),
  mutual_information: s.closed(negatives),
  chi_square: s.closed(negatives),
  gnd: s.closed(superset),
  script_heuristic: s.closed({ script: s.ref('Script') }, ['script']),
};

const HISTOGRAM = {
  ...VALUES,
  ...keyed,
  order,
  min_doc_count: s.integer,
  extended_bounds: bounds,
  hard_bounds: bounds,
};
const interval = { ...textOrInteger, deprecated: true };
const DATES = {
  interval,
  calendar_interval: s.text,
  fixed_interval: s.text,
  offset: textOrInteger,
  time_zone: timeZone,
};

const paged = {
  order: sortOrder,
  missing_bucket: s.boolean,
  missing_order: s.words('first', 'last', 'default'),
};
const SOURCES = {
  terms: s.closed({ ...VALUES, ...paged }),
  histogram: s.closed({ ...VALUES, ...paged, interval: s.number }),
  date_histogram: s.closed({ ...VALUES, ...paged, ...DATES }),
  geotile_grid: s.closed({ ...SCRIPTED, ...paged, precision: textOrInteger, bounds: box }),
};
const source = {
  ...s.mapOf({ ...s.closed(SOURCES), minProperties: 1, maxProperties: 1 }),
  maxProperties: 1,
};

export const BUCKET_AGGREGATIONS: AggregationSchemas = {
  terms: aggregation(
    { ...VALUES, ...CHOICE, ...shownTerms, execution_hint: s.text },
    { field: 'product', size: 5, order: { _key: 'asc' } },
  ),
  multi_terms: aggregation(
    { terms: s.list(s.closed(VALUES)), ...shownTerms },
    { terms: [{ field: 'product' }, { field: 'amount' }] },
    ['terms'],
  ),
  rare_terms: aggregation(
    { ...VALUES, ...CHOICE, max_doc_count: s.integer, precision: s.number },
    { field: 'tags' },
  ),
  counted_terms: aggregation({ ...VALUES, size: s.integer }, { field: 'tags' }),
  significant_terms: aggregation(
    { ...FIELD, ...SIGNIFICANT, format: s.text, execution_hint: s.text },
    { field: 'tags', min_doc_count: 1, jlh: {} },
  ),
  significant_text: aggregation(
    {
      field: s.text,
      ...SIGNIFICANT,
      filter_duplicate_text: s.boolean,
      source_fields: s.textOrList,
    },
    { field: 'note', min_doc_count: 2 },
  ),
  categorize_text: aggregation(
    {
      field: s.text,
      ...COUNTS,
      similarity_threshold: s.number,
      categorization_filters: s.textOrList,
      categorization_analyzer: s.oneOf(
        s.text,
        s.closed({ char_filter: s.anything, tokenizer: s.anything, filter: s.anything }),
      ),
    },
    { field: 'note', size: 2 },
    ['field'],
  ),
  histogram: aggregation(
    { ...HISTOGRAM, interval: s.number, offset: s.number },
    { field: 'price', interval: 2 },
  ),
  date_histogram: aggregation(
    { ...HISTOGRAM, ...DATES },
    { field: 'sold', calendar_interval: 'month', time_zone: 'Europe/Berlin' },
  ),
  auto_date_histogram: aggregation(
    {
      ...VALUES,
      buckets: s.integer,
      minimum_interval: s.words('year', 'month', 'day', 'hour', 'minute', 'second'),
      time_zone: timeZone,
    },
    { field: 'sold', buckets: 3 },
  ),
  variable_width_histogram: aggregation(
    {
      ...VALUES,
      buckets: s.integer,
      shard_size: s.integer,
      initial_buffer: s.integer,
      time_zone: timeZone,
    },
    { field: 'price', buckets: 2 },
  ),
  range: aggregation(
    { ...VALUES, ...keyed, ranges: s.list(numberRange) },
    { field: 'price', ranges: [{ key: 'cheap', to: 5 }, { from: 5 }] },
  ),
  date_range: aggregation(
    { ...VALUES, ...keyed, ranges: s.list(numberRange), time_zone: timeZone },
    { field: 'sold', ranges: [{ to: '2024-02-01' }] },
  ),
  ip_range: aggregation(
    {
      ...FIELD,
      ...keyed,
      ranges: s.list(s.closed({ key: s.text, from: s.text, to: s.text, mask: s.text })),
    },
    { field: 'client', ranges: [{ mask: '10.0.0.0/24' }, { from: '192.168.0.0' }] },
  ),
  ip_prefix: aggregation(
    {
      ...FIELD,
      ...keyed,
      prefix_length: s.integer,
      is_ipv6: s.boolean,
      append_prefix_length: s.boolean,
      min_doc_count: s.integer,
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
      ranges: s.list(s.closed({ key: s.text, from: s.number, to: s.number })),
      unit: s.text,
      distance_type: s.words('arc', 'plane'),
    },
    { field: 'place', origin: '52.52,13.40', unit: 'km', ranges: [{ to: 10 }] },
    ['ranges'],
  ),
  geohash_grid: aggregation(grid, { field: 'place', precision: 3 }),
  geotile_grid: aggregation(grid, { field: 'place', precision: 5 }),
  geohex_grid: aggregation(grid, { field: 'place', precision: 3 }),
  composite: aggregation(
    { sources: s.oneOf(source, s.list(source)), size: s.integer, after: s.mapOf(s.anything) },
    { size: 2, sources: [{ product: { terms: { field: 'product' } } }] },
    ['sources'],
  ),
  filter: { ...s.ref('Query'), examples: [{ range: { price: { gte: 5 } } }] },
  filters: aggregation(
    { filters, other_bucket: s.boolean, other_bucket_key: s.text },
    { filters: { black: { term: { tags: 'black' } } }, other_bucket_key: 'other' },
    ['filters'],
  ),
  adjacency_matrix: aggregation(
    {
      filters: s.mapOf(s.ref('Query')),
      separator: s.text,
      show_only_intersecting: s.boolean,
    },
    { filters: { black: { term: { tags: 'black' } } } },
    ['filters'],
  ),
  missing: aggregation(VALUES, { field: 'tags' }),
  global: aggregation({}, {}),
  sampler: aggregation({ shard_size: s.integer }, { shard_size: 2 }),
  diversified_sampler: aggregation(
    { ...SCRIPTED, shard_size: s.integer, max_docs_per_value: s.integer, execution_hint: s.text },
    { field: 'product', max_docs_per_value: 1 },
  ),
  random_sampler: aggregation(
    { probability: s.number, seed: s.integer, shard_seed: s.integer },
    { probability: 1, seed: 7 },
    ['probability'],
  ),
  nested: aggregation({ path: s.text }, { path: 'offers' }, ['path']),
  reverse_nested: aggregation({ path: s.text }, {}),
  children: relatives,
  parent: relatives,
};
