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
    ['index.max_result_window', 'dynamic', 'from + size of a search'],
    '10000',
    { min: 1 },
  ),
  maxInnerResultWindow: intSetting(
    ['index.max_inner_result_window', 'dynamic', 'from + size of inner hits and top hits'],
    '100',
    { min: 1 },
  ),
  maxRescoreWindow: intSetting(
    ['index.max_rescore_window', 'dynamic', 'window of a rescorer'],
    (settings) => settings.get('index.max_result_window') ?? '10000',
    { min: 1 },
  ),
  maxDocvalueFieldsSearch: intSetting(
    ['index.max_docvalue_fields_search', 'dynamic', 'docvalue_fields of a search'],
    '100',
    { min: 0 },
  ),
  maxScriptFields: intSetting(
    ['index.max_script_fields', 'dynamic', 'script_fields of a search'],
    '32',
    { min: 0 },
  ),
  maxNgramDiff: intSetting(
    ['index.max_ngram_diff', 'dynamic', 'max_gram - min_gram of n-grams'],
    '1',
    { min: 0 },
  ),
  maxShingleDiff: intSetting(
    ['index.max_shingle_diff', 'dynamic', 'max_shingle_size - min_shingle_size'],
    '3',
    { min: 0 },
  ),
  maxRefreshListeners: intSetting(
    ['index.max_refresh_listeners', 'dynamic', 'writes that wait for a refresh'],
    '1000',
    { min: 0 },
  ),
  maxTermsCount: intSetting(
    ['index.max_terms_count', 'dynamic', 'values of a terms query'],
    '65536',
    { min: 1 },
  ),
  maxRegexLength: intSetting(
    ['index.max_regex_length', 'dynamic', 'characters of a regular expression'],
    '1000',
    { min: 1 },
  ),
  maxDeterminizedStates: intSetting(
    [
      'index.max_determinized_states',
      'dynamic',
      'most max_determinized_states that a query may ask for',
    ],
    '100000',
    { min: 1 },
  ),
  maxSlicesPerScroll: intSetting(
    ['index.max_slices_per_scroll', 'dynamic', 'slices of a scroll'],
    '1024',
    { min: 1 },
  ),
  maxSlicesPerPit: intSetting(
    ['index.max_slices_per_pit', 'dynamic', 'slices of a point in time'],
    '1024',
    { min: 1 },
  ),
  maxAnalyzedOffset: intSetting(
    ['index.highlight.max_analyzed_offset', 'dynamic', 'characters analyzed for highlighting'],
    '1000000',
    { min: 1 },
  ),
  maxTokenCount: intSetting(
    ['index.analyze.max_token_count', 'dynamic', 'tokens of an _analyze request'],
    '10000',
    { min: 1 },
  ),
  maxAdjacencyMatrixFilters: intSetting(
    ['index.max_adjacency_matrix_filters', 'dynamic', 'filters of an adjacency matrix'],
    '100',
    { min: 2 },
  ),
  defaultField: listSetting(
    ['index.query.default_field', 'dynamic', 'fields of a query that names none'],
    '*',
  ),
  maxNestedDepth: intSetting(
    ['index.query.max_nested_depth', 'dynamic', 'depth of nested queries'],
    '20',
    { min: 1 },
  ),
  queryStringLenient: booleanSetting(
    ['index.query_string.lenient', 'static', 'type errors in query_string match nothing'],
    'false',
  ),
  totalFields: longSetting(
    ['index.mapping.total_fields.limit', 'dynamic', 'fields of a mapping'],
    '1000',
    { min: 0 },
  ),
  depth: longSetting(['index.mapping.depth.limit', 'dynamic', 'depth of a mapping'], '20', {
    min: 1,
  }),
  nestedFields: longSetting(
    ['index.mapping.nested_fields.limit', 'dynamic', 'nested fields of a mapping'],
    '50',
    { min: 0 },
  ),
  nestedObjects: longSetting(
    ['index.mapping.nested_objects.limit', 'dynamic', 'nested objects of a document'],
    '10000',
    { min: 0 },
  ),
  fieldNameLength: longSetting(
    ['index.mapping.field_name_length.limit', 'dynamic', 'characters of a field name'],
    String(2 ** 31 - 1),
    { min: 1 },
  ),
  dimensionFields: intSetting(
    ['index.mapping.dimension_fields.limit', 'dynamic', 'dimension fields of a mapping'],
    '16',
    { min: 0 },
  ),
  coerce: booleanSetting(['index.mapping.coerce', 'static', 'default of `coerce`'], 'true'),
  ignoreMalformed: booleanSetting(
    ['index.mapping.ignore_malformed', 'static', 'default of `ignore_malformed`'],
    'false',
  ),
  dynamicMapper: booleanSetting(
    [
      'index.mapper.dynamic',
      'static',
      "hint: kept for old clients; the mapping's `dynamic` decides",
    ],
    'true',
  ),
  percolatorText: onlySetting(
    [
      'index.percolator.map_unmapped_fields_as_text',
      'static',
      'fields of percolator queries are mapped',
    ],
    ['false'],
  ),
};
