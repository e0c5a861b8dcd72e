/** Sorting and display of numbers. */
import { double, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FieldSpec } from '@skein/search_library';
import { formatDecimal } from './decimal_format.js';
import type { MappedField } from './field_type.js';
import { compactLong, parseJavaInteger } from './java_number.js';
import { shownScalar } from './mapped_field.js';
import {
  type ColumnNumber,
  type FloatKind,
  floatForm,
  type IntegerKind,
  numberOperand,
  UNSIGNED_RULES,
  unroundedFloat,
} from './number_kind.js';
import { doubleOperand } from './number_queries.js';
import { numberSort } from './number_sort.js';

type NumberDisplay = Pick<
  MappedField,
  | 'values'
  | 'sortField'
  | 'formatSortValue'
  | 'parseSortValue'
  | 'docValueFormat'
  | 'shownValues'
  | 'shownStored'
>;

export function integerDisplay(kind: IntegerKind, name: string, spec: FieldSpec): NumberDisplay {
  const toColumn = (value: JsonValue): ColumnNumber =>
    compactLong(kind.fromQuery(numberOperand(value)));
  // OpenSearch shows unsigned longs unformatted.
  const unsigned = kind.width === 'unsigned_long';
  const show = (value: ColumnNumber, format: string | undefined): JsonValue =>
    format === undefined || unsigned ? value : formatDecimal(wholeNumber(value), format);
  const cursor = (value: JsonValue): ColumnNumber => {
    if (unsigned && typeof value === 'number' && !Number.isInteger(value)) {
      throw new ApiError('illegal_argument_exception', `Value [${value}] has a decimal part`);
    }
    if (unsigned && typeof value === 'string') {
      return compactLong(parseJavaInteger(value, { ...UNSIGNED_RULES, coerce: false }));
    }
    return toColumn(value);
  };
  return {
    values: { kind: 'number', width: kind.width, step: 1 },
    shownValues: shownScalar((value) => tokenOf(value).map((token) => toColumn(token))),
    sortField: (options) => numberSort({ name, spec, kind: kind.width }, options),
    formatSortValue: (value, format) => (isNumber(value) ? show(value, format) : null),
    parseSortValue: (value) => (value === null ? null : cursor(value)),
    docValueFormat: (value, format) => (isNumber(value) ? show(value, format) : null),
  };
}

export function floatDisplay(kind: FloatKind, name: string, spec: FieldSpec): NumberDisplay {
  const { narrow } = kind;
  return {
    values: { kind: 'number', width: 'double', step: 1 },
    shownValues: shownScalar((value) =>
      tokenOf(value).map((token) => floatForm(kind, unroundedFloat(kind, token))),
    ),
    shownStored: (value) => floatForm(kind, Number(value)),
    sortField: (options) => numberSort({ name, spec, kind: narrow ? 'float' : 'double' }, options),
    formatSortValue: (value, format) => {
      if (!isNumber(value)) return null;
      const number = Number(value);
      return format === undefined ? floatForm(kind, number) : formatDecimal(number, format);
    },
    parseSortValue: (value) => (value === null ? null : kind.round(doubleOperand(value))),
    docValueFormat: (value, format) => {
      if (!isNumber(value)) return null;
      return format === undefined ? double(Number(value)) : formatDecimal(Number(value), format);
    },
  };
}

function wholeNumber(value: ColumnNumber): ColumnNumber {
  return Number.isInteger(value) ? BigInt(value) : value;
}

/** The value of a document if it may stand for a number; an empty string stands for none. */
export function tokenOf(value: JsonValue): readonly (string | ColumnNumber)[] {
  return isNumber(value) || (typeof value === 'string' && value !== '') ? [value] : [];
}

export function isNumber(value: unknown): value is ColumnNumber {
  return typeof value === 'number' || typeof value === 'bigint';
}
