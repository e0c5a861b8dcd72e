/** How numbers sort and show. */
import { double, float32, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { FieldSpec, SortField, SortMode } from '@skein/search_library';
import { formatDecimal } from './decimal_format.js';
import type { MappedField, SortOptions } from './field_type.js';
import { compactLong } from './java_number.js';
import {
  type ColumnNumber,
  type FloatKind,
  type IntegerKind,
  numberOperand,
} from './number_kind.js';
import { doubleOperand } from './number_queries.js';

type NumberDisplay = Pick<
  MappedField,
  'sortField' | 'formatSortValue' | 'parseSortValue' | 'docValueFormat'
>;

export function integerDisplay(kind: IntegerKind, name: string, spec: FieldSpec): NumberDisplay {
  const toColumn = (value: JsonValue): ColumnNumber =>
    compactLong(kind.fromQuery(numberOperand(value)));
  // The reference shows unsigned longs as they are, whatever the format.
  const unsigned = kind.name === 'unsigned_long';
  const show = (value: ColumnNumber, format: string | undefined): JsonValue =>
    format === undefined || unsigned ? value : formatDecimal(Number(value), format);
  const cursor = (value: JsonValue): ColumnNumber => {
    if (unsigned && typeof value === 'number' && !Number.isInteger(value)) {
      throw new ApiError('illegal_argument_exception', `Value [${value}] has a decimal part`);
    }
    return toColumn(value);
  };
  return {
    sortField: (options) => numberSort({ name, spec, integral: true, unsigned, toColumn }, options),
    formatSortValue: (value, format) => (isNumber(value) ? show(value, format) : null),
    parseSortValue: (value) => (value === null ? null : cursor(value)),
    docValueFormat: (value, format) => (isNumber(value) ? show(value, format) : null),
  };
}

export function floatDisplay(kind: FloatKind, name: string, spec: FieldSpec): NumberDisplay {
  const narrow = kind.name !== 'double';
  return {
    sortField: (options) =>
      numberSort({ name, spec, integral: false, toColumn: doubleOperand }, options),
    formatSortValue: (value, format) => {
      if (!isNumber(value)) return null;
      if (format !== undefined) return formatDecimal(Number(value), format);
      return narrow ? float32(Number(value)) : double(Number(value));
    },
    parseSortValue: (value) => (value === null ? null : kind.round(doubleOperand(value))),
    docValueFormat: (value, format) => {
      if (!isNumber(value)) return null;
      return format === undefined ? double(Number(value)) : formatDecimal(Number(value), format);
    },
  };
}

export interface NumberSortTarget {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly integral: boolean;
  /** Values are unsigned 64-bit integers. */
  readonly unsigned?: boolean;
  readonly toColumn: (value: JsonValue) => ColumnNumber;
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
  return {
    kind: 'number',
    field: name,
    integral: numericType(options.numericType) ?? target.integral,
    unsigned: target.unsigned ?? false,
    reverse,
    mode: sortMode(options.mode, reverse),
    missing:
      missing === undefined || missing === null || missing === '_last'
        ? 'last'
        : missing === '_first'
          ? 'first'
          : target.toColumn(missing),
  };
}

function numericType(name: string | undefined): boolean | undefined {
  if (name === undefined) return undefined;
  if (name === 'double') return false;
  if (name === 'long' || name === 'date' || name === 'date_nanos') return true;
  throw new ApiError(
    'illegal_argument_exception',
    `invalid value for [numeric_type], must be [long, double, date, date_nanos], got ${name}`,
  );
}

const MODES: readonly SortMode[] = ['min', 'max', 'sum', 'avg', 'median'];

function sortMode(mode: string | undefined, reverse: boolean): SortMode {
  if (mode === undefined) return reverse ? 'max' : 'min';
  const found = MODES.find((candidate) => candidate === mode.toLowerCase());
  if (found) return found;
  throw new ApiError('illegal_argument_exception', `Unknown SortMode [${mode}]`);
}

export function isNumber(value: unknown): value is ColumnNumber {
  return typeof value === 'number' || typeof value === 'bigint';
}
