/** `boost` and `_name`, which every query takes, and the loop over a query's options. */
import type { JsonObject, JsonValue } from '@skein/content';
import { boostOf, isScalar, textOrNull, tokenName } from './options.js';
import type { NodeHeader } from './query_node.js';
import { parsingError, placePrefix, type QueryParseContext } from './query_parse_context.js';

/** One reader an option; what it does with the value is its own affair. */
export type OptionReaders = Readonly<Record<string, (value: JsonValue) => void>>;

export interface OptionsOf {
  /** Name of the query, for messages. */
  readonly query: string;
  readonly options: JsonObject;
  readonly context: QueryParseContext;
}

/**
 * Reads all options with their readers; `boost` and `_name` are read here. Refuses what has no reader, in the words most queries
 * of the reference use.
 */
export function readOptions(source: OptionsOf, readers: OptionReaders): NodeHeader {
  let boost = 1;
  let queryName: string | undefined;
  for (const [option, value] of Object.entries(source.options)) {
    const json = value ?? null;
    const reader = Object.hasOwn(readers, option) ? readers[option] : undefined;
    if (reader) reader(json);
    else if (option === 'boost' && isScalar(json)) boost = boostOf(json);
    else if (option === '_name' && (isScalar(json) || json === null)) queryName = textOrNull(json);
    else throw unsupportedOption(source, option, json);
  }
  return { boost, queryName };
}

/** Queries that name an option they do not know whatever it holds; the others complain of its token. */
const REFUSES_BY_NAME: ReadonlySet<string> = new Set([
  'boosting',
  'dis_max',
  'field_masking_span',
  'has_child',
  'has_parent',
  'mlt',
  'nested',
  'parent_id',
  'span_containing',
  'span_first',
  'span_multi',
  'span_near',
  'span_not',
  'span_or',
  'span_within',
]);

/** Queries to which `null` is no value of an option but a token out of place. */
const NULL_IS_A_TOKEN: ReadonlySet<string> = new Set([
  'exists',
  'multi_match',
  'query_string',
  'simple_query_string',
]);

function unsupportedOption(source: OptionsOf, option: string, value: JsonValue) {
  const { query, context, options } = source;
  if (value === null && NULL_IS_A_TOKEN.has(query)) {
    return parsingError(
      context,
      `[${query}] unknown token [VALUE_NULL] after [${option}]`,
      options,
    );
  }
  if (isScalar(value) || value === null || REFUSES_BY_NAME.has(query)) {
    return parsingError(context, `[${query}] query does not support [${option}]`, options);
  }
  return parsingError(
    context,
    `[${query}] unknown token [${tokenName(value)}] after [${option}]`,
    value,
  );
}

/** For queries that have no options of their own. */
export function readHeaderOnly(
  query: string,
  options: JsonObject,
  context: QueryParseContext,
): NodeHeader {
  for (const option of Object.keys(options)) {
    if (option === 'boost' || option === '_name') continue;
    const reason = `${placePrefix(context, options)}[${query}] unknown field [${option}]`;
    throw parsingError(context, reason, options);
  }
  return readOptions({ query, options, context }, {});
}
