/**
 * Sorting of numbers: the Lucene type that compares them, the conversion of `missing` and
 * `search_after` values, and `numeric_type`, which sorts a field as another type.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FieldSpec, NumberCast, SortField, SortMode } from '@skein/search_library';
import type { SortOptions } from './field_type.js';
import { compactLong, LONG_MAX, LONG_MIN, parseJavaDouble } from './java_number.js';
import { type ColumnNumber, UNSIGNED_LONG } from './number_kind.js';
import type { NumberWidth } from './value_kind.js';

export type SortKind = NumberWidth | 'float';

interface NumberSortTarget {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly kind: SortKind;
  /** For columns with multiples of a fraction. */
  readonly scale?: { readonly factor: number; readonly step: number };
  /** For dates: column steps per millisecond. */
  readonly perMs?: 1 | 1_000_000;
}

export function numberSort(target: NumberSortTarget, options: SortOptions): SortField {
  const { name, spec } = target;
  if (spec.column === 'none') {
    throw new ApiError(
      'illegal_argument_exception',
      `Can't load fielddata on [${name}] because fielddata is unsupported on fields of type [number]. Use doc values instead.`,
    );
  }
  const { reverse, missing } = options;
  const kind = sortKind(target.kind, options.numericType);
  const asked = NUMERIC_TYPES.get(options.numericType ?? '');
  if (asked?.perMs === NANOS_IN_MS && target.perMs === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      'trying to convert a known date time formatter to a nanosecond one, wrong field used?',
    );
  }
  const cast = castOf(target, asked);
  return {
    kind: 'number',
    field: name,
    integral: kind !== 'double' && kind !== 'float',
    unsigned: kind === 'unsigned_long',
    reverse,
    mode: sortMode(options.mode, reverse),
    missing: missingNumber(missing, (value) => {
      const number = missingOf(value, kind);
      return target.scale && !cast ? Number(number) * target.scale.factor : number;
    }),
    ...(cast ? { cast } : {}),
  };
}

/** A string for an unsigned long must be a whole number. */
function missingOf(value: JsonValue, kind: SortKind): ColumnNumber {
  if (kind !== 'unsigned_long' || typeof value !== 'string') return sortNumber(value, kind);
  if (!INTEGER_TEXT.test(value)) throw notInteger(value);
  return sortNumber(BigInt(value), kind);
}

function missingNumber(
  missing: JsonValue | undefined,
  read: (value: JsonValue) => ColumnNumber,
): 'first' | 'last' | ColumnNumber {
  if (missing === undefined || missing === null || missing === '_last') return 'last';
  return missing === '_first' ? 'first' : read(missing);
}

interface NumericType {
  readonly integral: boolean;
  /** Steps per millisecond, for date types. */
  readonly perMs?: 1 | 1_000_000;
}

/** Values of a sort's `numeric_type`. */
export const NUMERIC_TYPES: ReadonlyMap<string, NumericType> = new Map<string, NumericType>([
  ['long', { integral: true }],
  ['double', { integral: false }],
  ['date', { integral: true, perMs: 1 }],
  ['date_nanos', { integral: true, perMs: 1_000_000 }],
]);

/** The kind as which a field is sorted. */
export function sortKind(own: SortKind, numericType: string | undefined): SortKind {
  if (numericType === undefined) return own;
  const type = NUMERIC_TYPES.get(numericType);
  if (type === undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `invalid value for [numeric_type], must be [${[...NUMERIC_TYPES.keys()].join(', ')}], got ${numericType}`,
    );
  }
  if (!type.integral) return 'double';
  return own === 'unsigned_long' ? own : 'long';
}

const NANOS_IN_MS = 1_000_000;
const NANOS_PER_MS = 1_000_000n;

function castOf(target: NumberSortTarget, asked: NumericType | undefined): NumberCast | undefined {
  const { perMs, kind, scale } = target;
  if (asked === undefined) return undefined;
  if (perMs === 1 && asked.perMs === NANOS_IN_MS) return nanosOfMillis;
  if (perMs === NANOS_IN_MS && (asked.perMs === 1 || !asked.integral)) return millisOfNanos;
  if ((kind !== 'float' && kind !== 'double') || !asked.integral) return undefined;
  return scale ? (value) => truncated(Number(value) * scale.step) : (value) => truncated(value);
}

/** Converts a double to a long with Java's narrowing. */
function truncated(value: ColumnNumber): ColumnNumber {
  if (typeof value === 'bigint') return value;
  if (Number.isSafeInteger(value)) return value;
  if (Number.isNaN(value)) return 0;
  if (value >= Number(LONG_MAX)) return LONG_MAX;
  return value <= Number(LONG_MIN) ? LONG_MIN : compactLong(BigInt(Math.trunc(value)));
}

function nanosOfMillis(value: ColumnNumber): ColumnNumber {
  const nanos = BigInt(value) * NANOS_PER_MS;
  if (nanos >= 0n && nanos <= LONG_MAX) return nanos;
  const where =
    nanos < 0n ? 'are before the epoch in 1970' : 'are after 2262-04-11T23:47:16.854775807';
  throw new ApiError(
    'illegal_argument_exception',
    `milliseconds [${value}] ${where} and cannot be converted to nanoseconds`,
  );
}

function millisOfNanos(value: ColumnNumber): ColumnNumber {
  const nanos = BigInt(value);
  const whole = nanos / NANOS_PER_MS;
  return Number(nanos < 0n && nanos % NANOS_PER_MS !== 0n ? whole - 1n : whole);
}

const INTEGER_TEXT = /^[+-]?\d+$/;

/**
 * A number of the kind, narrowed to its width as in Java; text is parsed as Java parses such a
 * number.
 */
export function sortNumber(value: JsonValue, kind: SortKind): ColumnNumber {
  if (kind === 'unsigned_long') return compactLong(UNSIGNED_LONG.fromQuery(operand(value)));
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  switch (kind) {
    case 'int':
      return isNumber && !isBeyondLong(value)
        ? narrowedInt(value)
        : parsedInteger(String(value), 32);
    case 'long':
      return isNumber && !isBeyondLong(value) ? truncated(value) : parsedInteger(String(value), 64);
    case 'float':
      return Math.fround(isNumber ? Number(value) : parseJavaDouble(String(value)));
    case 'double':
      return isNumber ? Number(value) : parseJavaDouble(String(value));
  }
}

function operand(value: JsonValue): string | ColumnNumber {
  return typeof value === 'number' || typeof value === 'bigint' ? value : String(value);
}

/** True for integers beyond a long, which OpenSearch keeps as text. */
export function isBeyondLong(value: ColumnNumber): boolean {
  return typeof value === 'bigint' && (value > LONG_MAX || value < LONG_MIN);
}

function narrowedInt(value: ColumnNumber): number {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(value)));
  }
  return Number(BigInt.asIntN(32, BigInt(value)));
}

function parsedInteger(text: string, bits: 32 | 64): ColumnNumber {
  const value = INTEGER_TEXT.test(text) ? BigInt(text) : undefined;
  if (value !== undefined && BigInt.asIntN(bits, value) === value) return compactLong(value);
  throw notInteger(text);
}

function notInteger(text: string): ApiError {
  return new ApiError('number_format_exception', `For input string: "${text}"`);
}

const MODES: readonly SortMode[] = ['min', 'max', 'sum', 'avg', 'median'];

function sortMode(mode: string | undefined, reverse: boolean): SortMode {
  if (mode === undefined) return reverse ? 'max' : 'min';
  const found = MODES.find((candidate) => candidate === mode.toLowerCase());
  if (found) return found;
  throw new ApiError('illegal_argument_exception', `Unknown SortMode [${mode}]`);
}
