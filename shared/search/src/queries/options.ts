/**
 * Reading one option of a query. As the reference's pull parser does, text stands in for numbers and booleans ("2", "true") and
 * numbers and booleans for text; what cannot be read is refused with its words.
 */
import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';

/** Name of a JSON token, as messages show it. */
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
  throw new ApiError('illegal_state_exception', `Can't get text on a ${tokenName(value)}`);
}

/** Text, or `undefined` for null. */
export function textOrNull(value: JsonValue): string | undefined {
  return value === null ? undefined : textOf(value);
}

export function booleanOf(value: JsonValue): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (isScalar(value)) {
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to parse value [${textOf(value)}] as only [true] or [false] are allowed.`,
    );
  }
  throw new ApiError(
    'illegal_argument_exception',
    `Failed to parse a boolean from a ${tokenName(value)}`,
  );
}

export function floatOf(value: JsonValue): number {
  if (typeof value === 'number') return Math.fround(value);
  if (typeof value === 'bigint') return Math.fround(Number(value));
  return Math.fround(numberFromText(value));
}

export function integerOf(value: JsonValue): number {
  const number = typeof value === 'number' ? value : numberFromText(value);
  if (Math.abs(number) > 0x7fffffff + (number < 0 ? 1 : 0)) {
    throw new ApiError(
      'illegal_argument_exception',
      `Value [${number}] is out of range for an integer`,
    );
  }
  return Math.trunc(number);
}

function numberFromText(value: JsonValue): number {
  if (typeof value === 'bigint') return Number(value);
  const text = typeof value === 'string' ? value : undefined;
  if (text === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `Expected a number but found ${tokenName(value)}`,
    );
  }
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) {
    const reason = text === '' ? 'empty String' : `For input string: "${text}"`;
    throw new ApiError('number_format_exception', reason);
  }
  return number;
}

/** A boost: not negative. */
export function boostOf(value: JsonValue): number {
  const boost = floatOf(value);
  if (boost < 0 || Object.is(boost, -0)) {
    throw new ApiError(
      'illegal_argument_exception',
      `negative [boost] are not allowed in [${textOf(value)}], use a value between 0 and 1 to deboost`,
    );
  }
  return boost;
}
