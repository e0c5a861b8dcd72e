/**
 * Objects that know their fields, and of what kind each is: what the reference's object parser says of fields it does not know, of tokens a
 * field cannot be, and of faults inside a field.
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
  /** As messages name the object. */
  readonly name: string;
  readonly locate: BodyLocator;
  /** Plugins may add fields: one that is not known is looked for among theirs. */
  readonly isOpen?: boolean;
}

const [STRING, NUMBER, BOOLEAN, NULL] = [
  'VALUE_STRING',
  'VALUE_NUMBER',
  'VALUE_BOOLEAN',
  'VALUE_NULL',
];
const [OBJECT, ARRAY] = ['START_OBJECT', 'START_ARRAY'];

/** The tokens each kind of field may be. */
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

/** Without a kind, the reader takes any token. */
export type FieldReader = Read | readonly [kind: FieldKind, read: Read];
export type FieldReaders = Readonly<Record<string, FieldReader>>;

/** Hands each field to its reader. */
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

/** The object that an object has at a key. The parser, when it finds something else there, looks at the token after it. */
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

/** The object that a list has at a place; the same. */
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

/** One item, or a list of them that holds no lists: what the reference's array fields are. */
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

/** Runs what reads a field; a fault inside it is told as a fault of the field, with the fault itself as its cause. */
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

/** Faults that the reference's own exceptions do not stand for: the field that has them is the root. */
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

/** Whether a fault says nothing of itself: what it was found in is the root cause. */
export function isPlain({ type }: ApiError): boolean {
  return PLAIN_TYPES.has(type);
}

/** Where the cause says it is. */
function ownPlace({ metadata, reason }: ApiError): string | undefined {
  const { line, col } = metadata;
  if (line !== undefined && col !== undefined) return `[${line}:${col}] `;
  return /^\[-?\d+:-?\d+\] /.exec(reason)?.[0];
}

/** The reader that keeps what a field says as a member of a draft. */
export function into<T, K extends keyof T>(
  draft: T,
  member: K,
  kind: FieldKind,
  read: (json: JsonValue) => T[K],
): FieldReader {
  return [
    kind,
    (json) => {
      draft[member] = read(json);
    },
  ];
}
