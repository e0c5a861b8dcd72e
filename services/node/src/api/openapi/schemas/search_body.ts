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
import {
  anything,
  boolean,
  closed,
  described,
  integer,
  list,
  mapOf,
  number,
  oneOf,
  ref,
  text,
  textOrList,
  words,
} from './schema.js';
import { SORTS } from './sorts.js';
import { SUGGESTERS } from './suggesters.js';

const textOrObject = oneOf(text, mapOf(anything));
const fieldOrFormat = oneOf(text, ref('FieldAndFormat'));

export const SEARCH_MEMBERS: Readonly<Record<string, JsonObject>> = {
  query: ref('Query'),
  knn: oneOf(ref('VectorSearch'), list(ref('VectorSearch'))),
  from: integer,
  size: integer,
  sort: ref('Sort'),
  search_after: list(anything),
  _source: ref('SourceFilter'),
  fields: list(fieldOrFormat),
  docvalue_fields: list(fieldOrFormat),
  stored_fields: textOrList,
  script_fields: mapOf(ref('ScriptField')),
  derived: mapOf(anything),
  runtime_mappings: mapOf(anything),
  aggs: mapOf(ref('Aggregation')),
  aggregations: mapOf(ref('Aggregation')),
  highlight: ref('Highlight'),
  post_filter: ref('Query'),
  collapse: ref('Collapse'),
  rescore: oneOf(ref('Rescore'), list(ref('Rescore'))),
  suggest: mapOf(oneOf(text, ref('Suggestion'))),
  indices_boost: oneOf(mapOf(number), list(mapOf(number))),
  pit: ref('PointInTimeReference'),
  slice: closed({ field: text, id: integer, max: integer }),
  stats: list(text),
  track_total_hits: oneOf(boolean, integer),
  track_scores: boolean,
  include_named_queries_score: boolean,
  min_score: number,
  timeout: text,
  terminate_after: integer,
  profile: boolean,
  explain: boolean,
  version: boolean,
  seq_no_primary_term: boolean,
  search_pipeline: textOrObject,
  verbose_pipeline: boolean,
  ext: described('Members of plugins: none, since Skein has no plugins.', mapOf(anything)),
};

const HIGHLIGHT_OPTIONS: Readonly<Record<string, JsonObject>> = {
  type: words('unified', 'plain', 'fvh', 'semantic'),
  pre_tags: list(text),
  post_tags: list(text),
  order: words('score', 'none'),
  fragment_size: integer,
  number_of_fragments: integer,
  fragmenter: words('simple', 'span'),
  no_match_size: integer,
  require_field_match: boolean,
  force_source: boolean,
  phrase_limit: integer,
  max_analyzer_offset: integer,
  highlight_filter: boolean,
  options: mapOf(anything),
  highlight_query: ref('Query'),
  boundary_scanner: words('chars', 'word', 'sentence'),
  boundary_max_scan: integer,
  boundary_chars: text,
  boundary_scanner_locale: text,
};

export const SEARCH_BODY_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  ...SORTS,
  ...INTERVALS,
  Query: described('One member, named after the query.', {
    ...closed(QUERIES),
    minProperties: 1,
    maxProperties: 1,
  }),
  Aggregation: described(
    'One member, named after the aggregation, and those inside.',
    closed({
      ...AGGREGATIONS,
      aggs: mapOf(ref('Aggregation')),
      aggregations: mapOf(ref('Aggregation')),
      meta: mapOf(anything),
    }),
  ),
  VectorSearch: closed(KNN_OPTIONS, ['field', 'query_vector']),
  FieldAndFormat: closed({ field: text, format: text, include_unmapped: boolean }, ['field']),
  ScriptField: closed({ script: ref('Script'), ignore_failure: boolean }, ['script']),
  SourceFilter: oneOf(
    boolean,
    text,
    list(text),
    closed({
      includes: textOrList,
      excludes: textOrList,
      include: textOrList,
      exclude: textOrList,
    }),
  ),
  Script: oneOf(
    text,
    closed({
      source: oneOf(text, mapOf(anything)),
      id: text,
      lang: words('painless', 'expression', 'mustache'),
      params: mapOf(anything),
      options: mapOf(text),
      inline: { ...text, deprecated: true },
      stored: { ...text, deprecated: true },
    }),
  ),
  Highlight: closed({
    ...HIGHLIGHT_OPTIONS,
    fields: oneOf(mapOf(ref('HighlightField')), list(mapOf(ref('HighlightField')))),
    encoder: words('default', 'html'),
    tags_schema: words('styled', 'default'),
    use_explicit_field_order: boolean,
  }),
  HighlightField: closed({
    ...HIGHLIGHT_OPTIONS,
    matched_fields: list(text),
    fragment_offset: integer,
  }),
  Collapse: closed({
    field: text,
    inner_hits: oneOf(ref('InnerHits'), list(ref('InnerHits'))),
    max_concurrent_group_searches: integer,
  }),
  Rescore: closed({
    window_size: integer,
    query: closed(
      {
        rescore_query: ref('Query'),
        query_weight: number,
        rescore_query_weight: number,
        score_mode: words('total', 'multiply', 'avg', 'max', 'min'),
      },
      ['rescore_query'],
    ),
  }),
  InnerHits: closed({
    name: text,
    from: integer,
    size: integer,
    sort: ref('Sort'),
    _source: ref('SourceFilter'),
    fields: list(fieldOrFormat),
    docvalue_fields: list(fieldOrFormat),
    stored_fields: textOrList,
    script_fields: mapOf(ref('ScriptField')),
    highlight: ref('Highlight'),
    collapse: ref('Collapse'),
    explain: boolean,
    version: boolean,
    seq_no_primary_term: boolean,
    track_scores: boolean,
    ...ignoreUnmapped,
  }),
  Suggestion: closed({ text, prefix: text, regex: text, ...SUGGESTERS }),
  PointInTimeReference: closed({ id: text, keep_alive: text }, ['id']),
  SearchRequest: closed(SEARCH_MEMBERS),
};
