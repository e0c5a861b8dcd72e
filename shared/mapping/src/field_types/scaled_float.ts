/** `scaled_float`: a decimal stored as the long `round(value * scaling_factor)`. */
import { double, doubleText, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type FieldSpec, numberRangeQuery, numberSetQuery } from '@skein/search_library';
import { formatDecimal } from './decimal_format.js';
import type { FieldSink, FieldTypeDefinition, MappedField, RangeBounds } from './field_type.js';
import { nextDouble } from './floating_point.js';
import { LONG_MAX, LONG_MIN, parseJavaDouble } from './java_number.js';
import { requireSearchable, shownScalar } from './mapped_field.js';
import { numberField, numberSpec, numberToken } from './number.js';
import { isNumber, tokenOf } from './number_display.js';
import type { ColumnNumber } from './number_kind.js';
import { doubleOperand, hasBoth, present } from './number_queries.js';
import { numberSort } from './number_sort.js';
import { coerce, decimal, meta, nullValue, VALUE_FLAGS } from './parameter.js';

export const scaledFloat: FieldTypeDefinition = {
  name: 'scaled_float',
  parameters: [
    ...VALUE_FLAGS,
    meta,
    decimal('scaling_factor', null, { shown: (value) => doubleText(Number(value)) }),
    coerce,
    nullValue,
  ],
  build: (path, values) => {
    const factor = scalingFactor(values.get('scaling_factor'));
    const spec = numberSpec(path, values, 'long');
    const toColumn = (value: number): ColumnNumber => saturated(Math.round(finite(value) * factor));
    const coerced = values.flag('coerce');
    const fallback = values.get('null_value');
    return numberField({
      spec,
      values,
      typeName: 'scaled_float',
      read: (value, sink) => toColumn(readDouble(value, sink, coerced)),
      toStore: (column) => Number(column) / factor,
      nullValue: fallback === null ? undefined : finite(doubleOperand(fallback)),
      behaviour: {
        indexOrder: 'never',
        ...scaledQueries(spec, factor),
        ...scaledDisplay(spec, factor),
      },
    });
  },
};

function scalingFactor(given: JsonValue): number {
  if (given === null) {
    throw new ApiError('illegal_argument_exception', 'Field [scaling_factor] is required');
  }
  const factor = Number(given);
  if (factor > 0 && Number.isFinite(factor)) return factor;
  throw new ApiError(
    'illegal_argument_exception',
    `[scaling_factor] must be a positive number, got [${doubleText(factor)}]`,
  );
}

function readDouble(value: JsonValue, sink: FieldSink, coerced: boolean): number {
  const token = numberToken(value, sink);
  if (typeof token !== 'string') return Number(token);
  if (coerced) return parseJavaDouble(token);
  throw new ApiError('illegal_argument_exception', 'Double value passed as String');
}

/** Values beyond 64 bits saturate, as in Java's rounding. */
function saturated(value: number): ColumnNumber {
  if (value >= 2 ** 63) return LONG_MAX;
  return value <= -(2 ** 63) ? LONG_MIN : value;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new ApiError(
    'illegal_argument_exception',
    `[scaled_float] only supports finite values, but got [${value}]`,
  );
}

function scaledQueries(
  spec: FieldSpec,
  factor: number,
): Pick<MappedField, 'termQuery' | 'termsQuery' | 'rangeQuery'> {
  const exact = (value: JsonValue): ColumnNumber => saturated(Math.round(scaled(value, factor)));
  return {
    termQuery: (value) => {
      requireSearchable(spec);
      return numberSetQuery(spec.name, [exact(value)], { isTerm: true, hasBoth: hasBoth(spec) });
    },
    termsQuery: (values) => {
      requireSearchable(spec);
      return numberSetQuery(spec.name, values.map(exact), { hasBoth: hasBoth(spec) });
    },
    rangeQuery: (bounds) => {
      requireSearchable(spec);
      const { lower, upper } = scaledBounds(bounds, factor);
      return numberRangeQuery(spec.name, lower, upper, {
        least: LONG_MIN,
        greatest: LONG_MAX,
        hasBoth: hasBoth(spec),
      });
    },
  };
}

function scaledBounds(
  bounds: RangeBounds,
  factor: number,
): { lower: ColumnNumber | undefined; upper: ColumnNumber | undefined } {
  let lower: ColumnNumber | undefined;
  let upper: ColumnNumber | undefined;
  if (present(bounds.lower)) {
    const bound = scaled(bounds.lower, factor);
    lower = saturated(Math.ceil(bounds.includeLower ? bound : nextDouble(bound)));
  }
  if (present(bounds.upper)) {
    const bound = scaled(bounds.upper, factor);
    upper = saturated(Math.floor(bounds.includeUpper ? bound : -nextDouble(-bound)));
  }
  return { lower, upper };
}

/**
 * A query's number in the unit of the column: the product of the decimals, so that 79.99 by 100 is
 * 7999 and not a little less.
 */
function scaled(value: JsonValue, factor: number): number {
  const [a, b] = [decimalOf(doubleOperand(value)), decimalOf(factor)];
  return Number(`${a.digits * b.digits}e${a.exponent + b.exponent}`);
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The decimal with the fewest digits that stands for the number, which Java prints too. */
function decimalOf(value: number): Decimal {
  if (!Number.isFinite(value)) {
    throw new ApiError(
      'number_format_exception',
      `Character ${Number.isNaN(value) ? 'N' : 'I'} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
    );
  }
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

function scaledDisplay(
  spec: FieldSpec,
  factor: number,
): Pick<
  MappedField,
  | 'values'
  | 'sortField'
  | 'formatSortValue'
  | 'parseSortValue'
  | 'docValueFormat'
  | 'shownValues'
  | 'shownStored'
> {
  const toColumn = (value: JsonValue): number => doubleOperand(value) * factor;
  /** OpenSearch multiplies by this reciprocal, which affects the last digits. */
  const step = 1 / factor;
  const show = (value: unknown, format: string | undefined): JsonValue => {
    if (!isNumber(value)) return null;
    const number = Number(value) * step;
    return format === undefined ? double(number) : formatDecimal(number, format);
  };
  return {
    values: { kind: 'number', width: 'double', step },
    // Divides, as OpenSearch does only here.
    shownValues: shownScalar((value) =>
      tokenOf(value).map((token) => double(Math.round(doubleOperand(token) * factor) / factor)),
    ),
    shownStored: (value) => double(Number(value)),
    sortField: (options) =>
      numberSort({ name: spec.name, spec, kind: 'double', scale: { factor, step } }, options),
    formatSortValue: show,
    parseSortValue: (value) => (value === null ? null : toColumn(value)),
    docValueFormat: show,
  };
}
