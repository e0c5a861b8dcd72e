/**
 * The syntax of most queries: one field, whose value is either the search value or an object of
 * options. `{"match": {"title": "fox"}}`, `{"match": {"title": {"query": "fox", "operator":
 * "and"}}}`.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { readingAt, textOf } from './options.js';
import { memberError, parsingError, type QueryParseContext } from './query_parse_context.js';

export interface FieldQuery {
  readonly field: string;
  /** The options; the short form becomes `{[valueOption]: value}`. */
  readonly options: JsonObject;
  /** An error after the field, thrown only if the field itself is valid. */
  readonly trailing?: ApiError | undefined;
}

export type MissingPart = 'fieldName' | 'query value';

/** The error message of queries that check both of their parts. */
export function missingPart(query: string, what: MissingPart): ApiError {
  return new ApiError('illegal_argument_exception', `[${query}] requires ${what}`);
}

export interface FieldQueryShape {
  readonly query: string;
  /** The option that contains the value: `query` or `value`. */
  readonly valueOption: string;
  /** If true, a value that is an array is refused, and null is ignored. */
  readonly onlyValues?: true;
  /** If true, a null value is refused as a token. */
  readonly refusesNull?: true;
  /** If true, a bracket is taken as the value, and the token after it as another field. */
  readonly takesBrackets?: true;
  /** The error if the body names no field. */
  readonly missing: (what: MissingPart) => ApiError;
}

export function readFieldQuery(
  shape: FieldQueryShape,
  body: JsonObject,
  context: QueryParseContext,
): FieldQuery {
  let found: FieldQuery | undefined;
  for (const [key, value = null] of Object.entries(body)) {
    if (shape.onlyValues && isJsonArray(value)) {
      throw parsingError(context, `[${shape.query}] query does not support array of values`, value);
    }
    if (shape.onlyValues && value === null) continue;
    if (found) {
      const reason = multipleFields(shape.query, found.field, key);
      return { ...found, trailing: memberError(context, reason, { inside: body, key }) };
    }
    const options = readingAt({ locate: context.locate, inside: body, key }, () =>
      optionsOf(shape, [key, value], context),
    );
    found = { field: key, options };
  }
  if (!found) throw shape.missing('fieldName');
  return found;
}

function optionsOf(
  { query, valueOption, refusesNull, takesBrackets }: FieldQueryShape,
  [field, json]: readonly [field: string, json: JsonValue],
  context: QueryParseContext,
): JsonObject {
  if (isJsonObject(json)) return json;
  if (json === null && refusesNull) textOf(json);
  if (json === null) return {};
  if (!isJsonArray(json)) return { [valueOption]: json };
  if (!takesBrackets) textOf(json);
  const [first] = json;
  const second = first === undefined || isJsonObject(first) ? field : 'null';
  throw parsingError(context, multipleFields(query, field, second));
}

function multipleFields(query: string, first: string, second: string): string {
  return `[${query}] query doesn't support multiple fields, found [${first}] and [${second}]`;
}

/**
 * Queries that look up a field by its exact name refuse an empty name after reading its options.
 */
export function requireFieldName(field: string, missing: () => ApiError): void {
  if (field === '') throw missing();
}

/** The error of `term`, `range`, `prefix` and `wildcard` for an empty body. */
export function fieldNameMissing(): ApiError {
  return new ApiError('illegal_argument_exception', 'field name is null or empty');
}
