/** Limits that protect a shard from a single request or mapping. */
import {
  booleanSetting,
  intSetting,
  listSetting,
  longSetting,
  onlySetting,
} from '../setting_types.js';

export const LIMITS = {
  maxResultWindow: intSetting(
    ['index.max_result_window', 'dynamic', 'largest from + size of a search'],
    '10000',
    { min: 1 },
  ),
  maxInnerResultWindow: intSetting(
    [
      'index.max_inner_result_window',
      'dynamic',
      'largest from + size of inner hits and of top hits',
    ],
    '100',
    { min: 1 },
  ),
  maxRescoreWindow: intSetting(
    ['index.max_rescore_window', 'dynamic', 'largest window_size of a rescorer'],
    (settings) => settings.get('index.max_result_window') ?? '10000',
    { min: 1 },
  ),
  maxDocvalueFieldsSearch: intSetting(
    [
      'index.max_docvalue_fields_search',
      'dynamic',
      'largest number of docvalue_fields in a search',
    ],
    '100',
    { min: 0 },
  ),
  maxScriptFields: intSetting(
    ['index.max_script_fields', 'dynamic', 'largest number of script_fields in a search'],
    '32',
    { min: 0 },
  ),
  maxNgramDiff: intSetting(
    ['index.max_ngram_diff', 'dynamic', 'largest max_gram - min_gram of n-grams'],
    '1',
    { min: 0 },
  ),
  maxShingleDiff: intSetting(
    [
      'index.max_shingle_diff',
      'dynamic',
      'largest max_shingle_size - min_shingle_size of shingles',
    ],
    '3',
    { min: 0 },
  ),
  maxRefreshListeners: intSetting(
    [
      'index.max_refresh_listeners',
      'dynamic',
      'largest number of writes of a shard that wait for a refresh; one more write causes a refresh',
    ],
    '1000',
    { min: 0 },
  ),
  maxTermsCount: intSetting(
    ['index.max_terms_count', 'dynamic', 'largest number of values in a terms query'],
    '65536',
    { min: 1 },
  ),
  maxRegexLength: intSetting(
    ['index.max_regex_length', 'dynamic', 'longest regular expression of a query, in characters'],
    '1000',
    { min: 1 },
  ),
  maxDeterminizedStates: intSetting(
    [
      'index.max_determinized_states',
      'dynamic',
      'largest max_determinized_states that a query may request',
    ],
    '100000',
    { min: 1 },
  ),
  maxSlicesPerScroll: intSetting(
    ['index.max_slices_per_scroll', 'dynamic', 'largest number of slices of a scroll'],
    '1024',
    { min: 1 },
  ),
  maxSlicesPerPit: intSetting(
    ['index.max_slices_per_pit', 'dynamic', 'largest number of slices of a point in time'],
    '1024',
    { min: 1 },
  ),
  maxAnalyzedOffset: intSetting(
    [
      'index.highlight.max_analyzed_offset',
      'dynamic',
      'largest number of characters of a field that highlighting analyzes',
    ],
    '1000000',
    { min: 1 },
  ),
  maxTokenCount: intSetting(
    [
      'index.analyze.max_token_count',
      'dynamic',
      'largest number of tokens in the response to an _analyze request',
    ],
    '10000',
    { min: 1 },
  ),
  maxAdjacencyMatrixFilters: intSetting(
    [
      'index.max_adjacency_matrix_filters',
      'dynamic',
      'largest number of filters in an adjacency_matrix aggregation',
    ],
    '100',
    { min: 2 },
  ),
  defaultField: listSetting(
    ['index.query.default_field', 'dynamic', 'fields that a query searches if it names none'],
    '*',
  ),
  maxNestedDepth: intSetting(
    ['index.query.max_nested_depth', 'dynamic', 'largest nesting depth of queries'],
    '20',
    { min: 1 },
  ),
  queryStringLenient: booleanSetting(
    [
      'index.query_string.lenient',
      'static',
      'true: a value of the wrong type in a query_string query matches nothing, without an error',
    ],
    'false',
  ),
  totalFields: longSetting(
    ['index.mapping.total_fields.limit', 'dynamic', 'largest number of fields in a mapping'],
    '1000',
    { min: 0 },
  ),
  depth: longSetting(['index.mapping.depth.limit', 'dynamic', 'largest depth of a mapping'], '20', {
    min: 1,
  }),
  nestedFields: longSetting(
    [
      'index.mapping.nested_fields.limit',
      'dynamic',
      'largest number of nested fields in a mapping',
    ],
    '50',
    { min: 0 },
  ),
  nestedObjects: longSetting(
    [
      'index.mapping.nested_objects.limit',
      'dynamic',
      'largest number of nested objects in a document',
    ],
    '10000',
    { min: 0 },
  ),
  fieldNameLength: longSetting(
    ['index.mapping.field_name_length.limit', 'dynamic', 'longest field name, in characters'],
    String(2 ** 31 - 1),
    { min: 1 },
  ),
  coerce: booleanSetting(
    ['index.mapping.coerce', 'static', 'default of the mapping parameter `coerce`'],
    'true',
  ),
  ignoreMalformed: booleanSetting(
    [
      'index.mapping.ignore_malformed',
      'static',
      'default of the mapping parameter `ignore_malformed`',
    ],
    'false',
  ),
  dynamicMapper: booleanSetting(
    [
      'index.mapper.dynamic',
      'static',
      "hint: accepted for old clients; the mapping's `dynamic` decides",
    ],
    'true',
  ),
  percolatorText: onlySetting(
    [
      'index.percolator.map_unmapped_fields_as_text',
      'static',
      'only false: the fields of percolator queries must be mapped',
    ],
    ['false'],
  ),
};
