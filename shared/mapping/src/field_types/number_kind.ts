/**
 * The widths of numbers: parsing from documents and queries, bounds, and the form in the column.
 * Messages are OpenSearch's: its JSON parser refers to tokens, its mapper to strings.
 */
import type { JsonValue } from '@skein/content';
import { double, doubleText, float32, float32Text } from '@skein/content';
import { ApiError } from '@skein/errors';
import { nextDouble, nextFloat, nextHalf, roundToHalf } from './floating_point.js';
import {
  hasDecimalPart,
  LONG_MAX,
  LONG_MIN,
  parseJavaDouble,
  parseJavaInteger,
  UNSIGNED_LONG_MAX,
} from './java_number.js';
import { sortableDouble, sortableFloat, sortableHalf } from './sortable_float.js';
import type { NumberWidth } from './value_kind.js';

export type ColumnNumber = number | bigint;

interface NumberReading {
  readonly coerce: boolean;
  /** End of the value in the document, for messages about tokens. */
  readonly location: () => string;
}

export interface IntegerKind {
  readonly integral: true;
  readonly name: string;
  readonly width: NumberWidth;
  readonly min: bigint;
  readonly max: bigint;
  fromDocument(value: string | ColumnNumber, reading: NumberReading): bigint;
  fromQuery(value: string | ColumnNumber): bigint;
}

export interface FloatKind {
  readonly integral: false;
  readonly name: string;
  /** True if it has fewer digits than a double. */
  readonly narrow: boolean;
  round(value: number): number;
  /** The next larger number of this width. */
  next(value: number): number;
  /** An integer with the same order as the number. */
  sortable(value: number): number | bigint;
}

interface IntegerWidth {
  readonly name: string;
  readonly width: NumberWidth;
  readonly min: bigint;
  readonly max: bigint;
  readonly called: string;
  readonly javaClass: string;
  /**
   * The type named by the JSON parser, `int` or `long`; a byte is parsed as an int and checked
   * afterwards.
   */
  readonly token: { readonly min: bigint; readonly max: bigint; readonly range: string };
}

const INT_TOKEN = {
  min: -(2n ** 31n),
  max: 2n ** 31n - 1n,
  range: 'int (-2147483648 - 2147483647)',
};
const SHORT_TOKEN = { min: -(2n ** 15n), max: 2n ** 15n - 1n, range: 'Java short' };
const LONG_TOKEN = { min: LONG_MIN, max: LONG_MAX, range: `long (${LONG_MIN} - ${LONG_MAX})` };

function integerKind(width: IntegerWidth): IntegerKind {
  const check = (value: bigint, shown: string): bigint => {
    if (value >= width.min && value <= width.max) return value;
    throw new ApiError(
      'illegal_argument_exception',
      `Value [${shown}] is out of range for ${width.called}`,
    );
  };
  return {
    integral: true,
    name: width.name,
    width: width.width,
    min: width.min,
    max: width.max,
    fromDocument: (value, reading) =>
      typeof value === 'string'
        ? fromString(value, width, reading.coerce, check)
        : check(fromToken(value, width, reading), String(value)),
    fromQuery: (value) => {
      if (typeof value !== 'string') return check(truncated(value, width), shownNumber(value));
      parseJavaDouble(value);
      return fromString(value, width, true, check);
    },
  };
}

function fromString(
  text: string,
  width: IntegerWidth,
  coerce: boolean,
  check: (value: bigint, shown: string) => bigint,
): bigint {
  if (!coerce) {
    throw new ApiError('illegal_argument_exception', `${width.javaClass} value passed as String`);
  }
  if (width.width === 'long') return parseJavaInteger(text, { ...width, coerce });
  const number = parseJavaDouble(text);
  const limit = Number(width.max) + 1;
  if (Number.isNaN(number)) return 0n;
  if (number >= limit || number <= Number(width.min) - 1) return check(width.max + 1n, text);
  return BigInt(Math.trunc(number));
}

function fromToken(value: ColumnNumber, width: IntegerWidth, reading: NumberReading): bigint {
  const { token } = width;
  if (!reading.coerce && hasDecimalPart(value)) {
    throw new ApiError(
      'illegal_argument_exception',
      `${doubleText(Number(value))} cannot be converted to ${width.javaClass} without data loss`,
    );
  }
  const finite = typeof value === 'bigint' || Number.isFinite(value);
  const integer = finite
    ? BigInt(typeof value === 'bigint' ? value : Math.trunc(value))
    : token.max + 1n;
  if (integer >= token.min && integer <= token.max) return integer;
  const source = 'at [Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)';
  throw new ApiError(
    'input_coercion_exception',
    `Numeric value (${shownNumber(value)}) out of range of ${token.range}\n ${source}; ${reading.location()}]`,
  );
}

function truncated(value: ColumnNumber, width: IntegerWidth): bigint {
  if (typeof value === 'bigint') return value;
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : width.max + 1n;
}

/** A number beyond 2^53 that is no `bigint` was written with an exponent. */
function shownNumber(value: ColumnNumber): string {
  const isExact = typeof value === 'bigint' || Number.isSafeInteger(value);
  return isExact ? String(value) : doubleText(value);
}

export const BYTE = integerKind({
  name: 'byte',
  width: 'int',
  min: -128n,
  max: 127n,
  called: 'a byte',
  javaClass: 'Integer',
  token: INT_TOKEN,
});
export const SHORT = integerKind({
  ...SHORT_TOKEN,
  name: 'short',
  width: 'int',
  called: 'a short',
  javaClass: 'Short',
  token: SHORT_TOKEN,
});
export const INTEGER = integerKind({
  ...INT_TOKEN,
  name: 'integer',
  width: 'int',
  called: 'an integer',
  javaClass: 'Integer',
  token: INT_TOKEN,
});
export const LONG = integerKind({
  ...LONG_TOKEN,
  name: 'long',
  width: 'long',
  called: 'a long',
  javaClass: 'Long',
  token: LONG_TOKEN,
});

export const UNSIGNED_RULES = { min: 0n, max: UNSIGNED_LONG_MAX, called: 'an unsigned long' };

export const UNSIGNED_LONG: IntegerKind = {
  integral: true,
  name: 'unsigned_long',
  width: 'unsigned_long',
  min: 0n,
  max: UNSIGNED_LONG_MAX,
  fromDocument: (value, { coerce }) => {
    if (typeof value === 'string' && !coerce) {
      throw new ApiError('illegal_argument_exception', 'Long value passed as String');
    }
    return parseJavaInteger(plainDigits(value), { ...UNSIGNED_RULES, coerce });
  },
  fromQuery: (value) => {
    if (typeof value === 'string') parseJavaDouble(value);
    return parseJavaInteger(plainDigits(value), { ...UNSIGNED_RULES, coerce: true });
  },
};

function plainDigits(value: string | ColumnNumber): string {
  return typeof value === 'number' && Number.isInteger(value)
    ? BigInt(value).toString()
    : String(value);
}

export const DOUBLE: FloatKind = {
  integral: false,
  name: 'double',
  narrow: false,
  round: (value) => value,
  next: nextDouble,
  sortable: sortableDouble,
};
export const FLOAT: FloatKind = {
  integral: false,
  name: 'float',
  narrow: true,
  round: Math.fround,
  next: nextFloat,
  sortable: sortableFloat,
};
export const HALF_FLOAT: FloatKind = {
  integral: false,
  name: 'half_float',
  narrow: true,
  round: roundToHalf,
  next: nextHalf,
  sortable: sortableHalf,
};

/** Rounds to the width, or throws OpenSearch's error if the result is infinite. */
export function finiteFloat(kind: FloatKind, value: number): number {
  const rounded = kind.round(value);
  if (Number.isFinite(rounded)) return rounded;
  throw new ApiError(
    'illegal_argument_exception',
    `[${kind.name}] supports only finite values, but got [${shownFloat(value)}]`,
  );
}

/** A document's number; a string is one if the mapping coerces. */
export function floatOf(kind: FloatKind, token: string | ColumnNumber, coerce: boolean): number {
  if (typeof token !== 'string') return finiteFloat(kind, Number(token));
  if (coerce) return finiteFloat(kind, parseJavaDouble(token));
  const javaClass = kind.narrow ? 'Float' : 'Double';
  throw new ApiError('illegal_argument_exception', `${javaClass} value passed as String`);
}

/**
 * The number of a document before it is rounded to the width: a half float is shown and stored as
 * the float that it was read as. Throws if the width has no finite number for it.
 */
export function unroundedFloat(kind: FloatKind, token: string | ColumnNumber): number {
  const value = typeof token === 'string' ? parseJavaDouble(token) : Number(token);
  finiteFloat(kind, value);
  return kind.narrow ? Math.fround(value) : value;
}

/** A number of the width in Java's form; one of fewer digits is shown as a float. */
export function floatForm(kind: FloatKind, value: number): JsonValue {
  return kind.narrow ? float32(value) : double(value);
}

/** Narrow floats are parsed as float32 first. */
function shownFloat(value: number): string {
  return Number.isFinite(Math.fround(value)) ? doubleText(value) : float32Text(value);
}

/** The types that a query or `null_value` may use for a number; throws for others. */
export function numberOperand(value: JsonValue): string | ColumnNumber {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new ApiError('number_format_exception', `For input string: "${String(value)}"`);
}
