/**
 * Schemas of a search's body. `SEARCH_MEMBERS` has the members that the parser of @skein/search
 * takes; a test compares the two.
 */
import type { JsonObject } from '@skein/content';
import { AGGREGATIONS } from './aggregations/all.js';
import { QUERIES } from './queries/all.js';
import { KNN_OPTIONS } from './queries/compound_queries.js';
import { ignoreUnmapped } from './queries/query_parts.js';
import { INTERVALS } from './queries/text_queries.js';
import * as s from './schema.js';
import { SORTS } from './sorts.js';
import { SUGGESTERS } from './suggesters.js';

const textOrObject = s.oneOf(s.text, s.mapOf(s.anything));
const fieldOrFormat = s.oneOf(s.text, s.ref('FieldAndFormat'));

export const SEARCH_MEMBERS: Readonly<Record<string, JsonObject>> = {
  query: s.ref('Query'),
  knn: s.oneOf(s.ref('VectorSearch'), s.list(s.ref('VectorSearch'))),
  from: s.integer,
  size: s.integer,
  sort: s.ref('Sort'),
  search_after: s.list(s.anything),
  _source: s.ref('SourceFilter'),
  fields: s.list(fieldOrFormat),
  docvalue_fields: s.list(fieldOrFormat),
  stored_fields: s.textOrList,
  script_fields: s.mapOf(s.ref('ScriptField')),
  derived: s.mapOf(s.anything),
  runtime_mappings: s.mapOf(s.anything),
  aggs: s.mapOf(s.ref('Aggregation')),
  aggregations: s.mapOf(s.ref('Aggregation')),
  highlight: s.ref('Highlight'),
  post_filter: s.ref('Query'),
  collapse: s.ref('Collapse'),
  rescore: s.oneOf(s.ref('Rescore'), s.list(s.ref('Rescore'))),
  suggest: s.mapOf(s.oneOf(s.text, s.ref('Suggestion'))),
  indices_boost: s.oneOf(s.mapOf(s.number), s.list(s.mapOf(s.number))),
  pit: s.ref('PointInTimeReference'),
  slice: s.closed({ field: s.text, id: s.integer, max: s.integer }),
  stats: s.list(s.text),
  track_total_hits: s.oneOf(s.boolean, s.integer),
  track_scores: s.boolean,
  include_named_queries_score: s.boolean,
  min_score: s.number,
  timeout: s.text,
  terminate_after: s.integer,
  profile: s.boolean,
  explain: s.boolean,
  version: s.boolean,
  seq_no_primary_term: s.boolean,
  search_pipeline: textOrObject,
  verbose_pipeline: s.boolean,
  ext: s.described('Members of plugins: none, since Skein has no plugins.', s.mapOf(s.anything)),
};

const HIGHLIGHT_OPTIONS: Readonly<Record<string, JsonObject>> = {
  type: s.words('unified', 'plain', 'fvh', 'semantic'),
  pre_tags: s.list(s.text),
  post_tags: s.list(s.text),
  order: s.words('score', 'none'),
  fragment_size: s.integer,
  number_of_fragments: s.integer,
  fragmenter: s.words('simple', 'span'),
  no_match_size: s.integer,
  require_field_match: s.boolean,
  force_source: s.boolean,
  phrase_limit: s.integer,
  max_analyzer_offset: s.integer,
  highlight_filter: s.boolean,
  options: s.mapOf(s.anything),
  highlight_query: s.ref('Query'),
  boundary_scanner: s.words('chars', 'word', 'sentence'),
  boundary_max_scan: s.integer,
  boundary_chars: s.text,
  boundary_scanner_locale: s.text,
};

export const SEARCH_BODY_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  ...SORTS,
  ...INTERVALS,
  Query: s.described('One member, named after the query.', {
    ...s.closed(QUERIES),
    minProperties: 1,
    maxProperties: 1,
  }),
  Aggregation: s.described(
    'One member, named after the aggregation, and those inside.',
    s.closed({
      ...AGGREGATIONS,
      aggs: s.mapOf(s.ref('Aggregation')),
      aggregations: s.mapOf(s.ref('Aggregation')),
      meta: s.mapOf(s.anything),
    }),
  ),
  VectorSearch: s.closed(KNN_OPTIONS, ['field', 'query_vector']),
  FieldAndFormat: s.closed({ field: s.text, format: s.text, include_unmapped: s.boolean }, [
    'field',
  ]),
  ScriptField: s.closed({ script: s.ref('Script'), ignore_failure: s.boolean }, ['script']),
  SourceFilter: s.oneOf(
    s.boolean,
    s.text,
    s.list(s.text),
    s.closed({
      includes: s.textOrList,
      excludes: s.textOrList,
      include: s.textOrList,
      exclude: s.textOrList,
    }),
  ),
  Script: s.oneOf(
    s.text,
    s.closed({
      source: s.oneOf(s.text, s.mapOf(s.anything)),
      id: s.text,
      lang: s.words('painless', 'expression', 'mustache'),
      params: s.mapOf(s.anything),
      options: s.mapOf(s.text),
      inline: { ...s.text, deprecated: true },
      stored: { ...s.text, deprecated: true },
    }),
  ),
  Highlight: s.closed({
    ...HIGHLIGHT_OPTIONS,
    fields: s.oneOf(s.mapOf(s.ref('HighlightField')), s.list(s.mapOf(s.ref('HighlightField')))),
    encoder: s.words('default', 'html'),
    tags_schema: s.words('styled', 'default'),
  }),
  HighlightField: s.closed({
    ...HIGHLIGHT_OPTIONS,
    matched_fields: s.list(s.text),
    fragment_offset: s.integer,
  }),
  Collapse: s.closed({
    field: s.text,
    inner_hits: s.oneOf(s.ref('InnerHits'), s.list(s.ref('InnerHits'))),
    max_concurrent_group_searches: s.integer,
  }),
  Rescore: s.closed({
    window_size: s.integer,
    query: s.closed(
      {
        rescore_query: s.ref('Query'),
        query_weight: s.number,
        rescore_query_weight: s.number,
        score_mode: s.words('total', 'multiply', 'avg', 'max', 'min'),
      },
      ['rescore_query'],
    ),
  }),
  InnerHits: s.closed({
    name: s.text,
    from: s.integer,
    size: s.integer,
    sort: s.ref('Sort'),
    _source: s.ref('SourceFilter'),
    fields: s.list(fieldOrFormat),
    docvalue_fields: s.list(fieldOrFormat),
    stored_fields: s.textOrList,
    script_fields: s.mapOf(s.ref('ScriptField')),
    highlight: s.ref('Highlight'),
    collapse: s.ref('Collapse'),
    explain: s.boolean,
    version: s.boolean,
    seq_no_primary_term: s.boolean,
    track_scores: s.boolean,
    ...ignoreUnmapped,
  }),
  Suggestion: s.closed({ text: s.text, prefix: s.text, regex: s.text, ...SUGGESTERS }),
  PointInTimeReference: s.closed({ id: s.text, keep_alive: s.text }, ['id']),
  SearchRequest: s.closed(SEARCH_MEMBERS),
};
