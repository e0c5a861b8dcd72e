/**
 * Term, terms and range queries over number columns. Bounds become inclusive; a bound between two
 * numbers moves to the nearest one inside.
 */
import { doubleText, float32Text, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import {
  type FieldSpec,
  matchNoneQuery,
  numberRangeQuery,
  numberSetQuery,
  numberSpansQuery,
  type Query,
} from '@skein/search_library';
import type { MappedField, RangeBounds } from './field_type.js';
import { compactLong, hasDecimalPart, parseJavaDouble } from './java_number.js';
import { requireSearchable } from './mapped_field.js';
import {
  type ColumnNumber,
  type FloatKind,
  finiteFloat,
  INTEGER,
  type IntegerKind,
  numberOperand,
} from './number_kind.js';
import { readRoaringBitmap } from './roaring_bitmap.js';

type NumberQueries = Pick<MappedField, 'bitmapQuery' | 'termQuery' | 'termsQuery' | 'rangeQuery'>;

export function integerQueries(kind: IntegerKind, spec: FieldSpec): NumberQueries {
  const exact = (value: JsonValue): ColumnNumber | undefined => {
    const operand = numberOperand(value);
    return hasDecimalPart(operand) ? undefined : compactLong(kind.fromQuery(operand));
  };
  return {
    termQuery: (value) => {
      requireSearchable(spec);
      const number = exact(value);
      return number === undefined
        ? fractional(value)
        : numberSetQuery(spec.name, [number], { isTerm: true, hasBoth: hasBoth(spec) });
    },
    termsQuery: (values) => {
      requireSearchable(spec);
      const numbers = values.map(exact).filter((number) => number !== undefined);
      if (numbers.length === 0) return fractional(values[0] ?? null);
      return numberSetQuery(spec.name, numbers, { hasBoth: hasBoth(spec) });
    },
    rangeQuery: (bounds) => {
      requireSearchable(spec);
      return integerRange(rangeKind(kind), spec, bounds);
    },
    bitmapQuery: (bitmap) => {
      if (kind !== INTEGER) throw noBitmaps(kind.name);
      requireSearchable(spec);
      return numberSpansQuery(spec.name, readRoaringBitmap(bitmap));
    },
  };
}

/** OpenSearch's message has the type in place of the field. */
function noBitmaps(type: string): ApiError {
  const reason = `Field [${type}] of type [${type}] does not support bitmap queries`;
  return new ApiError('illegal_argument_exception', reason);
}

function fractional(value: JsonValue): Query {
  return matchNoneQuery(`Value [${String(value)}] has a decimal part`);
}

/** Narrow integers are compared as 32-bit ones: a bound outside their width is no error. */
function rangeKind(kind: IntegerKind): IntegerKind {
  return kind.width === 'int' ? INTEGER : kind;
}

/** True if there are points for selective queries and a column for checking candidates. */
export function hasBoth({ points, column }: FieldSpec): boolean {
  return points && column !== 'none';
}

function integerRange(kind: IntegerKind, spec: FieldSpec, bounds: RangeBounds): Query {
  const { name } = spec;
  let lower = kind.min;
  let upper = kind.max;
  if (present(bounds.lower)) {
    const operand = numberOperand(bounds.lower);
    lower = kind.fromQuery(operand);
    const between = hasDecimalPart(operand);
    if (between ? Number(operand) > 0 : !bounds.includeLower) lower += 1n;
  }
  if (present(bounds.upper)) {
    const operand = numberOperand(bounds.upper);
    upper = kind.fromQuery(operand);
    const between = hasDecimalPart(operand);
    if (between ? Number(operand) < 0 : !bounds.includeUpper) upper -= 1n;
  }
  const isUnsigned = kind.width === 'unsigned_long';
  if (lower > kind.max || upper < kind.min || (isUnsigned && lower > upper)) {
    return matchNoneQuery('');
  }
  return numberRangeQuery(
    name,
    present(bounds.lower) ? compactLong(lower) : undefined,
    present(bounds.upper) ? compactLong(upper) : undefined,
    { least: kind.min, greatest: kind.max, hasBoth: hasBoth(spec) },
  );
}

export function present(bound: JsonValue | undefined): bound is Exclude<JsonValue, null> {
  return bound !== undefined && bound !== null;
}

/** A query's operand as a double; strings are in Java's notation. */
export function doubleOperand(value: JsonValue): number {
  const operand = numberOperand(value);
  return typeof operand === 'string' ? parseJavaDouble(operand) : Number(operand);
}

/**
 * A bound as OpenSearch reads it: as a float for the narrow types, and not rounded to the width of
 * a half float. Only bounds of doubles may be infinite.
 */
function boundOf(kind: FloatKind, value: JsonValue): number {
  const operand = doubleOperand(value);
  if (!kind.narrow) return operand;
  finiteFloat(kind, operand);
  return Math.fround(operand);
}

/** The least value of the width that is at least the bound, or above it. */
function leastFrom(kind: FloatKind, bound: number, isIncluded: boolean): number {
  const rounded = kind.round(bound);
  if (Number.isNaN(rounded)) return rounded;
  return (isIncluded ? rounded >= bound : rounded > bound) ? rounded : kind.next(rounded);
}

export function floatQueries(kind: FloatKind, spec: FieldSpec): NumberQueries {
  const bitmapQuery = (): never => {
    throw noBitmaps(kind.name);
  };
  const shown = (value: number | bigint): number | bigint => kind.sortable(Number(value));
  const point = kind.narrow ? float32Text : doubleText;
  const words = { shown, point, hasBoth: hasBoth(spec) };
  const exact = (value: JsonValue): number => finiteFloat(kind, doubleOperand(value));
  return {
    bitmapQuery,
    termQuery: (value) => {
      requireSearchable(spec);
      return numberSetQuery(spec.name, [exact(value)], { ...words, isTerm: true });
    },
    termsQuery: (values) => {
      requireSearchable(spec);
      return numberSetQuery(spec.name, values.map(exact), words);
    },
    rangeQuery: (bounds) => {
      requireSearchable(spec);
      const lower = present(bounds.lower) ? boundOf(kind, bounds.lower) : undefined;
      const upper = present(bounds.upper) ? boundOf(kind, bounds.upper) : undefined;
      return numberRangeQuery(
        spec.name,
        lower === undefined ? undefined : leastFrom(kind, lower, bounds.includeLower),
        upper === undefined ? undefined : -leastFrom(kind, -upper, bounds.includeUpper),
        {
          least: kind.sortable(Number.NEGATIVE_INFINITY),
          greatest: kind.sortable(Number.POSITIVE_INFINITY),
          ...words,
        },
      );
    },
  };
}
