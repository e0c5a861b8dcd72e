/**
 * The shape most queries have: one field, whose value is either the thing looked for or an object of options.
 * `{"match": {"title": "fox"}}`, `{"match": {"title": {"query": "fox", "operator": "and"}}}`.
 */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { readingAt, textOf } from './options.js';
import { parsingError, type QueryParseContext } from './query_parse_context.js';

export interface FieldQuery {
  readonly field: string;
  /** The options; `{[valueOption]: value}` for the short form. */
  readonly options: JsonObject;
  /** What is wrong behind the field: told when nothing is wrong with the field itself. */
  readonly trailing?: ApiError | undefined;
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
  /** A value that is an array is refused, and null is passed over. */
  readonly onlyValues?: true;
  /** A value that is null is refused as a token. */
  readonly refusesNull?: true;
  /** A bracket is taken for the value, and what follows it for another field. */
  readonly takesBrackets?: true;
  /** What is said when the body names no field. */
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
      return { ...found, trailing: multipleFields(shape.query, [found.field, key], context) };
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
  throw multipleFields(query, [field, second], context);
}

function multipleFields(
  query: string,
  [first, second]: readonly [first: string, second: string],
  context: QueryParseContext,
): ApiError {
  return parsingError(
    context,
    `[${query}] query doesn't support multiple fields, found [${first}] and [${second}]`,
  );
}

/** Queries that look a field up by its exact name refuse one without letters, once its options were read. */
export function requireFieldName(field: string, missing: () => ApiError): void {
  if (field === '') throw missing();
}

/** What `term`, `range`, `prefix` and `wildcard` say to an empty body. */
export function fieldNameMissing(): ApiError {
  return new ApiError('illegal_argument_exception', 'field name is null or empty');
}
