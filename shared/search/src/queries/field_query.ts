/**
 * The shape most queries have: one field, whose value is either the thing looked for or an object of options.
 * `{"match": {"title": "fox"}}`, `{"match": {"title": {"query": "fox", "operator": "and"}}}`.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { tokenName } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';

export interface FieldQuery {
  readonly field: string;
  /** The options; `{[valueOption]: value}` for the short form. */
  readonly options: JsonObject;
}

export type MissingPart = 'fieldName' | 'query value';

/** In the words of the queries that check both of their parts. */
export function missingPart(query: string, what: MissingPart): ApiError {
  return new ApiError('illegal_argument_exception', `[${query}] requires ${what}`);
}

export interface FieldQueryShape {
  readonly query: string;
  /** Option that holds the value: `query`, `value`. */
  readonly valueOption: string;
  /** What is said when the body names no field. */
  readonly missing: (what: MissingPart) => ApiError;
}

export function readFieldQuery(
  shape: FieldQueryShape,
  body: JsonObject,
  context: QueryParseContext,
): FieldQuery {
  let found: FieldQuery | undefined;
  for (const [key, value] of Object.entries(body)) {
    if (found) throw multipleFields(shape.query, found.field, key, context);
    found = { field: key, options: optionsOf(shape, value ?? null, context) };
  }
  if (!found) throw shape.missing('fieldName');
  return found;
}

function optionsOf(
  shape: FieldQueryShape,
  json: JsonValue,
  context: QueryParseContext,
): JsonObject {
  if (isJsonObject(json)) return json;
  if (isJsonArray(json)) throw arrayInsteadOfText(shape.query, json, context);
  return { [shape.valueOption]: json };
}

function arrayInsteadOfText(query: string, json: JsonValue, context: QueryParseContext): ApiError {
  if (query === 'term') {
    return parsingError(context, '[term] query does not support array of values', json);
  }
  const location = context.locate(json);
  const place = location ? ` at ${location.line}:${location.column}` : '';
  return new ApiError('illegal_state_exception', `Can't get text on a ${tokenName(json)}${place}`);
}

function multipleFields(
  query: string,
  first: string,
  second: string,
  context: QueryParseContext,
): ApiError {
  return parsingError(
    context,
    `[${query}] query doesn't support multiple fields, found [${first}] and [${second}]`,
  );
}

/** What `term`, `range`, `prefix` and `wildcard` say to an empty body. */
export function fieldNameMissing(): ApiError {
  return new ApiError('illegal_argument_exception', 'field name is null or empty');
}
