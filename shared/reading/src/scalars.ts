/**
 * Reads single options of a query. Like OpenSearch's pull parser, it accepts text for numbers and
 * booleans ("2", "true") and numbers and booleans for text; other values are refused with
 * OpenSearch's messages.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonValue,
  stringifyJson,
} from '@skein/content';
import { ApiError, type ErrorType } from '@skein/errors';
import { parseJavaDouble } from '@skein/mapping';
import { type BodyLocator, OPENING } from './body_location.js';

/** The name of a JSON token in messages. */
export function tokenName(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'VALUE_NULL';
  if (isJsonArray(value)) return 'START_ARRAY';
  if (isJsonObject(value)) return 'START_OBJECT';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}

export function isScalar(
  value: JsonValue | undefined,
): value is string | number | bigint | boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean'
  );
}

export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (isScalar(value)) return stringifyJson(value);
  const reason = `Can't get text on a ${tokenName(value)}`;
  throw new ApiError('illegal_state_exception', reason, {
    placing: { about: value, reason: (line, column) => `${reason} at ${line}:${column}` },
  });
}

/** Returns the text, or `undefined` for null. */
export function textOrNull(value: JsonValue): string | undefined {
  return value === null ? undefined : textOf(value);
}

export function booleanOf(value: JsonValue): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  // OpenSearch's parser takes the empty text as the default, false.
  if (value === 'false' || value === '') return false;
  if (typeof value === 'string') {
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to parse value [${value}] as only [true] or [false] are allowed.`,
    );
  }
  throw jsonFault(
    'json_parse_exception',
    `Current token (${jsonToken(value)}) not of boolean type`,
    value,
  );
}

export function doubleOf(value: JsonValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'string') return parseJavaDouble(value);
  const reason = `Current token (${jsonToken(value)}) not numeric, can not use numeric value accessors`;
  throw jsonFault('json_parse_exception', reason, value);
}

export function floatOf(value: JsonValue): number {
  return Math.fround(doubleOf(value));
}

const INT_MIN = -0x80000000;
const INT_MAX = 0x7fffffff;

/** Reads a 32-bit integer; fractions are truncated, and text that is not a number ("NaN") is 0. */
export function integerOf(value: JsonValue): number {
  const number = doubleOf(value);
  if (number < INT_MIN || number > INT_MAX) {
    if (typeof value === 'string') {
      const reason = `Value [${value}] is out of range for an integer`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    const reason = `Numeric value (${textOf(value)}) out of range of int (${INT_MIN} - ${INT_MAX})`;
    throw jsonFault('input_coercion_exception', reason, value);
  }
  return Number.isNaN(number) ? 0 : Math.trunc(number);
}

/** Reads a 64-bit integer that a number of JavaScript holds exactly; fractions are truncated. */
export function longOf(value: JsonValue): number {
  if (typeof value !== 'string') return safeLong(Math.trunc(doubleOf(value)), value);
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)) {
    return safeLong(Math.trunc(Number(value)), value);
  }
  throw new ApiError('illegal_argument_exception', `For input string: "${value}"`);
}

/** OpenSearch's `Versions.MATCH_ANY`. */
const ANY_VERSION = -3;

/** The version of a document that a request asks for; `undefined` if it takes any. */
export function askedVersion(version: number | undefined): number | undefined {
  return version === ANY_VERSION ? undefined : version;
}

function safeLong(number: number, value: JsonValue): number {
  if (Number.isSafeInteger(number)) return number;
  const reason = `Value [${textOf(value)}] is out of range for a long`;
  throw new ApiError('illegal_argument_exception', reason);
}

/** An error of OpenSearch's JSON parser, whose message ends with the position. */
function jsonFault(type: ErrorType, reason: string, about: JsonValue): ApiError {
  return new ApiError(type, reason, {
    placing: {
      about,
      reason: (line, column) => `${reason}\n at [line: ${line}, column: ${column}]`,
    },
    // OpenSearch blames the caller only for text that is not JSON at all.
    ...(type === 'input_coercion_exception' ? { status: 500 } : {}),
  });
}

/** The name of a token in messages of the JSON parser itself. */
export function jsonToken(value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'VALUE_TRUE' : 'VALUE_FALSE';
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'VALUE_NUMBER_INT';
  return typeof value === 'number' ? 'VALUE_NUMBER_FLOAT' : tokenName(value);
}

/** Reads the texts of a list; an error names the position of the invalid item. */
export function textsOf(list: JsonArray, locate: BodyLocator): readonly string[] {
  if (areTexts(list)) return list;
  return list.map((each, key) => readingAt({ locate, inside: list, key }, () => textOf(each)));
}

function areTexts(list: JsonArray): list is JsonArray & readonly string[] {
  return list.every((each) => typeof each === 'string');
}

/** A key of an object or an index of a list, with its locator. */
export interface ValuePlace {
  readonly locate: BodyLocator;
  readonly inside: JsonValue;
  readonly key: string | number;
}

/** Runs the reader of a value at a place, and adds the position to errors that name one. */
export function readingAt<T>(place: ValuePlace, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw withPlace(thrown, place);
  }
}

/** Adds the position to an error that names one and lacks it. */
export function withPlace(thrown: unknown, { locate, inside, key }: ValuePlace): unknown {
  if (!(thrown instanceof ApiError) || !thrown.placing) return thrown;
  const { placing, type, status, metadata, cause } = thrown;
  const about = placing.about as JsonValue;
  const isContainer = typeof about === 'object' && about !== null;
  const place = isContainer ? locate(about, OPENING) : locate(inside, key);
  if (!place) return thrown;
  const reason = placing.reason(place.line, place.column);
  return new ApiError(type, reason, { status, metadata, cause });
}

/** Reads a boost, which must not be negative. */
export function boostOf(value: JsonValue): number {
  const boost = floatOf(value);
  checkBoost(boost);
  return boost;
}

export function checkBoost(boost: number): void {
  if (boost > 0 || Object.is(boost, 0) || Number.isNaN(boost)) return;
  throw new ApiError(
    'illegal_argument_exception',
    `negative [boost] are not allowed in [${boost}], use a value between 0 and 1 to deboost`,
  );
}
