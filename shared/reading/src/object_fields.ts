/**
 * Reads objects with a fixed set of fields, each of a certain kind, with the errors of OpenSearch's
 * ObjectParser for unknown fields, unexpected tokens, and errors inside a field.
 */
import { didYouMean } from '@skein/base';
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { BodyLocator } from './body_location.js';
import { readingAt, tokenName } from './scalars.js';

export interface ObjectReading {
  /** The name of the object in messages. */
  readonly name: string;
  readonly locate: BodyLocator;
  /** True if plugins may add fields: an unknown field is looked up among theirs. */
  readonly isOpen?: boolean;
}

const [STRING, NUMBER, BOOLEAN, NULL] = [
  'VALUE_STRING',
  'VALUE_NUMBER',
  'VALUE_BOOLEAN',
  'VALUE_NULL',
];
const [OBJECT, ARRAY] = ['START_OBJECT', 'START_ARRAY'];

/** The tokens that each kind of field accepts. */
const TOKENS = {
  string: [STRING],
  string_or_null: [STRING, NULL],
  number: [NUMBER, STRING],
  number_or_null: [NUMBER, STRING, NULL],
  boolean: [BOOLEAN, STRING],
  string_array: [ARRAY, STRING],
  object: [OBJECT],
  object_array: [OBJECT, ARRAY],
  object_array_or_null: [OBJECT, ARRAY, NULL],
  object_or_string: [OBJECT, STRING],
  object_or_boolean: [OBJECT, BOOLEAN],
  object_array_or_string: [OBJECT, ARRAY, STRING],
  object_array_boolean_or_string: [OBJECT, ARRAY, BOOLEAN, STRING],
  object_array_string_or_number: [OBJECT, ARRAY, STRING, NUMBER],
  value: [BOOLEAN, NULL, NUMBER, STRING],
  value_object_array: [BOOLEAN, NULL, NUMBER, STRING, OBJECT, ARRAY],
} as const;

export type FieldKind = keyof typeof TOKENS;
type Read = (json: JsonValue) => void;

/** The values of a field of the kind, whose token `readFields` has checked. */
type FieldValue<Kind extends FieldKind> = Kind extends 'object'
  ? JsonObject
  : Kind extends 'object_array'
    ? JsonObject | JsonArray
    : Kind extends 'object_or_boolean'
      ? JsonObject | boolean
      : JsonValue;

/** A reader without a kind accepts any token. */
export type FieldReader = Read | readonly [kind: FieldKind, read: Read];
export type FieldReaders = Readonly<Record<string, FieldReader>>;

/** Passes each field to its reader. */
export function readFields(json: JsonObject, readers: FieldReaders, reading: ObjectReading): void {
  const { name, locate } = reading;
  for (const [key, value = null] of Object.entries(json)) {
    const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (!reader) throw unknownField(json, key, { ...reading, known: Object.keys(readers) });
    const [kind, read] = typeof reader === 'function' ? [undefined, reader] : reader;
    if (kind) checkToken(value, TOKENS[kind], { ...reading, json, key });
    readingField({ name, field: key, locate, inside: json }, () => read(value));
  }
}

/**
 * The object at a key of an object. If OpenSearch's parser finds anything else there, it reports
 * the token after it.
 */
export function objectAt(
  inside: JsonObject,
  key: string,
  { name, locate }: ObjectReading,
): JsonObject {
  const json = inside[key] ?? null;
  if (isJsonObject(json)) return json;
  const [first] = isJsonArray(json) ? json : [];
  if (isJsonObject(first)) return first;
  const token = isJsonArray(json) ? firstToken(json) : tokenAfter(inside, key);
  const reason = `${placeOf(locate, inside, key)}[${name}] Expected START_OBJECT but was: ${token}`;
  throw new ApiError('x_content_parse_exception', reason);
}

/** The object at an index of a list, with the same rule. */
export function objectIn(list: JsonArray, at: number, { name, locate }: ObjectReading): JsonObject {
  const json = list[at] ?? null;
  if (isJsonObject(json)) return json;
  const after = at + 1 < list.length ? tokenName(list[at + 1]) : 'END_ARRAY';
  const token = isJsonArray(json) ? firstToken(json) : after;
  const reason = `${placeOf(locate, list)}[${name}] Expected START_OBJECT but was: ${token}`;
  throw new ApiError('x_content_parse_exception', reason);
}

function firstToken(json: readonly JsonValue[]): string {
  return json.length === 0 ? 'END_ARRAY' : tokenName(json[0]);
}

function tokenAfter(inside: JsonObject, key: string): string {
  return Object.keys(inside).at(-1) === key ? 'END_OBJECT' : 'FIELD_NAME';
}

/** One item, or a list of items without nested lists, as in OpenSearch's array fields. */
export function itemsOf(json: JsonValue): readonly JsonValue[] {
  if (!isJsonArray(json)) return json === null ? [] : [json];
  if (!json.some(isJsonArray)) return json;
  throw new ApiError('illegal_state_exception', 'expected value but got [START_ARRAY]');
}

function placeOf(locate: BodyLocator, at: JsonValue, key?: string, part?: 'name'): string {
  const location = locate(at, key, part);
  return location ? `[${location.line}:${location.column}] ` : '';
}

function unknownField(
  json: JsonObject,
  key: string,
  { name, locate, known, isOpen }: ObjectReading & { readonly known: readonly string[] },
): ApiError {
  const place = placeOf(locate, json, key, 'name');
  const reason = `${place}[${name}] unknown field [${key}]${didYouMean(key, known)}`;
  if (isOpen !== true) return new ApiError('x_content_parse_exception', reason);
  const cause = new ApiError(
    'named_object_not_found_exception',
    `${placeOf(locate, json, key)}unknown field [${key}]`,
  );
  return new ApiError('x_content_parse_exception', reason, { cause, rootCauses: [cause] });
}

function checkToken(
  value: JsonValue,
  tokens: readonly string[],
  { name, locate, json, key }: ObjectReading & { readonly json: JsonObject; readonly key: string },
): void {
  const token = tokenName(value);
  if (tokens.includes(token)) return;
  const reason = `${placeOf(locate, json, key)}[${name}] ${key} doesn't support values of type: ${token}`;
  throw new ApiError('x_content_parse_exception', reason);
}

interface FieldPlace extends ObjectReading {
  readonly field: string;
  /** The object that has the field. */
  readonly inside: JsonValue;
}

/**
 * Runs the reader of a field and reports an error inside it as an error of the field, with the
 * original error as its cause.
 */
export function readingField<T>({ name, field, locate, inside }: FieldPlace, read: () => T): T {
  try {
    return readingAt({ locate, inside, key: field }, read);
  } catch (thrown) {
    const cause = asApiError(thrown);
    const place = ownPlace(cause) ?? placeOf(locate, inside, field);
    const roots = cause.rootCauses ?? (isPlain(cause) ? undefined : [cause]);
    throw new ApiError(
      'x_content_parse_exception',
      `${place}[${name}] failed to parse field [${field}]`,
      {
        cause,
        ...(roots ? { rootCauses: roots } : {}),
      },
    );
  }
}

/**
 * Errors other than OpenSearch's own exceptions: the field that contains them is the root cause.
 */
const PLAIN_TYPES: ReadonlySet<string> = new Set([
  'arithmetic_exception',
  'class_cast_exception',
  'illegal_argument_exception',
  'illegal_state_exception',
  'input_coercion_exception',
  'json_parse_exception',
  'null_pointer_exception',
  'too_complex_to_determinize_exception',
  'too_many_clauses',
  'date_time_exception',
  'zone_rules_exception',
  'exception',
  'number_format_exception',
  'unsupported_operation_exception',
]);

/** True if an error is not a root cause itself: the enclosing error is. */
export function isPlain({ type }: ApiError): boolean {
  return PLAIN_TYPES.has(type);
}

/** The position that the cause names. */
function ownPlace({ metadata, reason }: ApiError): string | undefined {
  const { line, col } = metadata;
  if (line !== undefined && col !== undefined) return `[${line}:${col}] `;
  return /^\[-?\d+:-?\d+\] /.exec(reason)?.[0];
}

/** A `T` that is being read. The members of `Unset` are `undefined` until a reader sets them. */
export type Draft<T, Unset extends keyof T = never> = {
  -readonly [K in keyof T]: T[K] | (K extends Unset ? undefined : never);
};

/** A reader that stores the result as a member of a draft. */
export function into<T, K extends keyof T, Kind extends FieldKind>(
  draft: T,
  member: K,
  kind: Kind,
  read: (json: FieldValue<Kind>) => T[K],
): FieldReader {
  return fieldReader(kind, (json) => {
    draft[member] = read(json);
  });
}

/** A reader that gets the values that a field of the kind may have. */
export function fieldReader<Kind extends FieldKind>(
  kind: Kind,
  read: (json: FieldValue<Kind>) => void,
): FieldReader {
  // `readFields` checks the token before it calls the reader.
  return [kind, (json) => read(json as FieldValue<Kind>)];
}
