/**
 * The texts of the `Warning` headers by which Elasticsearch 7 deprecates types in requests, by
 * endpoint.
 */

const REMOVED = '[types removal]';
const NEXT_MAJOR = 'The parameter will be removed in the next major version.';
const IN_SEARCHES = `${REMOVED} Specifying types in search requests is deprecated.`;

/** Warnings for a type in the path or in the body. */
const OF_TYPES: Readonly<Record<string, string>> = {
  index: `${REMOVED} Specifying types in document index requests is deprecated, use the typeless endpoints instead (/{index}/_doc/{id}, /{index}/_doc, or /{index}/_create/{id}).`,
  create: `${REMOVED} Specifying types in document index requests is deprecated, use the typeless endpoints instead (/{index}/_doc/{id}, /{index}/_doc, or /{index}/_create/{id}).`,
  get: `${REMOVED} Specifying types in document get requests is deprecated, use the /{index}/_doc/{id} endpoint instead.`,
  exists: `${REMOVED} Specifying types in document get requests is deprecated, use the /{index}/_doc/{id} endpoint instead.`,
  get_source: `${REMOVED} Specifying types in get_source and exist_source requests is deprecated.`,
  exists_source: `${REMOVED} Specifying types in get_source and exist_source requests is deprecated.`,
  delete: `${REMOVED} Specifying types in document index requests is deprecated, use the /{index}/_doc/{id} endpoint instead.`,
  update: `${REMOVED} Specifying types in document update requests is deprecated, use the endpoint /{index}/_update/{id} instead.`,
  search: IN_SEARCHES,
  search_template: `${REMOVED} Specifying types in search template requests is deprecated.`,
  count: `${REMOVED} Specifying types in count requests is deprecated.`,
  bulk: `${REMOVED} Specifying types in bulk requests is deprecated.`,
  mget: `${REMOVED} Specifying types in multi get requests is deprecated.`,
  msearch: `${REMOVED} Specifying types in multi search requests is deprecated.`,
  msearch_template: `${REMOVED} Specifying types in multi search template requests is deprecated.`,
  explain: `${REMOVED} Specifying a type in explain requests is deprecated.`,
  termvectors: `${REMOVED} Specifying types in term vector requests is deprecated.`,
  mtermvectors: `${REMOVED} Specifying types in multi term vector requests is deprecated.`,
  delete_by_query: IN_SEARCHES,
  update_by_query: IN_SEARCHES,
  'indices.validate_query': `${REMOVED} Specifying types in validate query requests is deprecated.`,
};

/** Warnings for `include_type_name`, whatever its value, by endpoint that supports it. */
const OF_PARAMETER: Readonly<Record<string, string>> = {
  'indices.create': `${REMOVED} Using include_type_name in create index requests is deprecated. ${NEXT_MAJOR}`,
  'indices.get': `${REMOVED} Using \`include_type_name\` in get indices requests is deprecated. ${NEXT_MAJOR}`,
  'indices.get_mapping': `${REMOVED} Using include_type_name in get mapping requests is deprecated. ${NEXT_MAJOR}`,
  'indices.put_mapping': `${REMOVED} Using include_type_name in put mapping requests is deprecated. ${NEXT_MAJOR}`,
  'indices.get_field_mapping': `${REMOVED} Using include_type_name in get field mapping requests is deprecated. ${NEXT_MAJOR}`,
  'indices.put_template': `${REMOVED} Specifying include_type_name in put index template requests is deprecated. ${NEXT_MAJOR}`,
  'indices.get_template': `${REMOVED} Specifying include_type_name in get index template requests is deprecated. ${NEXT_MAJOR}`,
  'indices.rollover': `${REMOVED} Using include_type_name in rollover index requests is deprecated. ${NEXT_MAJOR}`,
};

/** Errors if a path names a type and `include_type_name` is not true. */
const NEEDS_PARAMETER: Readonly<Record<string, string>> = {
  'indices.get_mapping':
    'Types cannot be provided in get mapping requests, unless include_type_name is set to true.',
  'indices.put_mapping':
    'Types cannot be provided in put mapping requests, unless the include_type_name parameter is set to true.',
  'indices.get_field_mapping': 'Types cannot be specified unless include_type_name is set to true.',
};

/** Undefined if there is no warning. */
export function typesWarning(endpoint: string): string | undefined {
  return OF_TYPES[endpoint];
}

/** Undefined if the endpoint does not support the parameter. */
export function parameterWarning(endpoint: string): string | undefined {
  return OF_PARAMETER[endpoint];
}

export function neededParameter(endpoint: string): string | undefined {
  return NEEDS_PARAMETER[endpoint];
}
