/**
 * Queries, sorting and display of dates. A bound of a coarse unit (`2024-01`) covers all of it;
 * date math rounds towards the inside of the range.
 */
import type { JsonValue } from '@skein/content';
import { type DateFormat, parseDateFormat, parseDateMath, parseNanosAnchor } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { type FieldSpec, numberRangeQuery, type Query } from '@skein/search_library';
import type { MappedField, QueryContext, RangeBounds } from './field_type.js';
import { compactLong } from './java_number.js';
import {
  anyOf,
  boosted,
  refuseFielddata,
  requireSearchable,
  scalarText,
  shownScalar,
} from './mapped_field.js';
import { isNumber } from './number_display.js';
import type { ColumnNumber } from './number_kind.js';
import { present } from './number_queries.js';
import { numberSort } from './number_sort.js';
import type { InstantValues } from './value_kind.js';

export const DEFAULT_DATE_FORMAT = 'strict_date_optional_time||epoch_millis';

const NANOS_PER_MS = 1_000_000n;
/** The last nanosecond in a signed 64-bit integer: 2262-04-11. */
const MAX_NANOS = 2n ** 63n - 1n;

/** The representation of an instant in the column. */
export interface DateUnit {
  readonly perMs: InstantValues['perMs'];
  parse(text: string, format: DateFormat): ColumnNumber;
  /** A query bound, which may be date math; inclusive at both ends of the covered time. */
  bound(text: string, format: DateFormat, options: BoundOptions): bigint;
  toMs(instant: ColumnNumber): number;
  /** Nanoseconds beyond the millisecond. */
  nanosOfMs(instant: ColumnNumber): number;
}

interface BoundOptions {
  readonly nowMs: number;
  readonly roundUp: boolean;
  readonly timeZone: string | undefined;
}

/** Limit of cached dates, which often repeat in documents: days, or the instants of a batch. */
const MAX_REMEMBERED = 1000;
const remembered = new WeakMap<DateFormat, Map<string, number>>();

/** The cache is cleared when it is full. */
function parseRemembered(text: string, format: DateFormat): number {
  let known = remembered.get(format);
  if (known === undefined) {
    known = new Map();
    remembered.set(format, known);
  }
  const found = known.get(text);
  if (found !== undefined) return found;
  const ms = format.parseMs(text);
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(text, ms);
  return ms;
}

const milliseconds: DateUnit = {
  perMs: 1,
  parse: parseRemembered,
  bound: (text, format, options) => BigInt(parseDateMath(text, format, options)),
  toMs: Number,
  nanosOfMs: () => 0,
};

const nanoseconds: DateUnit = {
  perMs: 1_000_000,
  parse: (text, format) => checkNanos(format.parseNanos(text), text),
  bound: (text, format, options) => {
    const math = text.startsWith('now') || text.includes('||');
    const nanos = math
      ? nanosOfMath(text, format, options)
      : parseNanosAnchor(text, format, options);
    checkNanos(nanos, instantText(nanos));
    return nanos;
  },
  toMs: (instant) => Number(floorDiv(BigInt(instant), NANOS_PER_MS)),
  nanosOfMs: (instant) => {
    const nanos = BigInt(instant);
    return Number(nanos - floorDiv(nanos, NANOS_PER_MS) * NANOS_PER_MS);
  },
};

/** As in OpenSearch, an anchor keeps its nanoseconds, and units are rounded to milliseconds. */
function nanosOfMath(text: string, format: DateFormat, options: BoundOptions): bigint {
  const nanos = BigInt(parseDateMath(text, format, options)) * NANOS_PER_MS;
  const at = text.indexOf('||');
  if (at < 0 || text.includes('/', at)) return nanos;
  const anchor = parseNanosAnchor(text.slice(0, at), format, { ...options, roundUp: false });
  return nanos + anchor - floorDiv(anchor, NANOS_PER_MS) * NANOS_PER_MS;
}

export const DATE_UNIT = { milliseconds, nanoseconds } as const;

function floorDiv(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor < 0n ? quotient - 1n : quotient;
}

/** Prints an instant like Java: with as many groups of three fraction digits as needed. */
function instantText(nanos: bigint): string {
  const ms = floorDiv(nanos, NANOS_PER_MS);
  const format = parseDateFormat("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS");
  const text = format.format(Number(ms), undefined, Number(nanos - ms * NANOS_PER_MS));
  return `${text.replace(/\.?(?:000)+$/, '')}Z`;
}

function checkNanos(nanos: bigint, text: string): ColumnNumber {
  if (nanos >= 0n && nanos <= MAX_NANOS) return compactLong(nanos);
  const problem =
    nanos < 0n
      ? 'is before the epoch in 1970 and cannot be stored in nanosecond resolution'
      : 'is after 2262-04-11T23:47:16.854775807 and cannot be stored in nanosecond resolution';
  throw new ApiError('illegal_argument_exception', `date[${text}] ${problem}`);
}

export interface DateField {
  readonly typeName: string;
  readonly spec: FieldSpec;
  readonly unit: DateUnit;
  readonly format: DateFormat;
  /** The boost of the mapping, for queries of one value. */
  readonly boost: number;
}

export function dateQueries(
  field: DateField,
): Pick<MappedField, 'termQuery' | 'termsQuery' | 'rangeQuery'> {
  const { spec } = field;
  const exactly = (value: JsonValue, context: QueryContext): Query =>
    dateRange(
      field,
      { lower: value, upper: value, includeLower: true, includeUpper: true },
      context,
    );
  return {
    termQuery: (value, context) => {
      requireSearchable(spec);
      return boosted(exactly(value, context), field.boost);
    },
    termsQuery: (values, context) => {
      requireSearchable(spec);
      return anyOf(values, (value) => exactly(value, context), context);
    },
    rangeQuery: (bounds, context) => {
      requireSearchable(spec);
      return dateRange(field, bounds, context);
    },
  };
}

/**
 * An instant matches a range under every relation: a single point intersects, is within, and is
 * contained by it.
 */
function dateRange(field: DateField, bounds: RangeBounds, context: QueryContext): Query {
  const { spec, unit } = field;
  const format = bounds.format === undefined ? field.format : parseDateFormat(bounds.format);
  const at = (value: JsonValue, roundUp: boolean): bigint =>
    unit.bound(scalarText(value), format, {
      nowMs: context.nowMs,
      roundUp,
      timeZone: bounds.timeZone,
    });
  let lower: bigint | undefined;
  let upper: bigint | undefined;
  if (present(bounds.lower)) {
    lower = at(bounds.lower, !bounds.includeLower) + (bounds.includeLower ? 0n : 1n);
  }
  if (present(bounds.upper)) {
    upper = at(bounds.upper, bounds.includeUpper) - (bounds.includeUpper ? 0n : 1n);
  }
  return numberRangeQuery(spec.name, compact(lower), compact(upper), {
    least: LEAST_LONG,
    greatest: GREATEST_LONG,
    hasBoth: spec.points && spec.column !== 'none',
    // OpenSearch rewrites an empty range to `match_none`.
    empty: 'User requested "match_none" query.',
  });
}

const LEAST_LONG = -(2n ** 63n);
const GREATEST_LONG = 2n ** 63n - 1n;

function compact(value: bigint | undefined): ColumnNumber | undefined {
  return value === undefined ? undefined : compactLong(value);
}

export function dateDisplay(
  field: DateField,
  columnar: boolean,
): Pick<
  MappedField,
  | 'sortField'
  | 'formatSortValue'
  | 'parseSortValue'
  | 'docValueFormat'
  | 'takesFormat'
  | 'checkFormat'
  | 'shownValues'
> {
  const { spec, unit, format } = field;
  const printed = (value: ColumnNumber, pattern: string | undefined): string => {
    const printer = pattern === undefined ? format : parseDateFormat(pattern);
    return printer.format(unit.toMs(value), undefined, unit.nanosOfMs(value));
  };
  const toColumn = (value: JsonValue, nowMs = 0, roundUp = false): ColumnNumber => {
    if (isNumber(value)) return value;
    return compactLong(
      unit.bound(scalarText(value), format, { nowMs, roundUp, timeZone: undefined }),
    );
  };
  return {
    sortField: (options) => {
      if (!columnar)
        refuseFielddata({
          name: spec.name,
          typeName: field.typeName,
          spec: { ...spec, column: 'none' },
        });
      return numberSort({ name: spec.name, spec, kind: 'long', perMs: unit.perMs }, options);
    },
    formatSortValue: (value, pattern) => {
      if (!isNumber(value)) return null;
      return pattern === undefined ? value : printed(value, pattern);
    },
    parseSortValue: (value, { nowMs, roundUp }) =>
      value === null ? null : toColumn(value, nowMs, roundUp),
    docValueFormat: (value, pattern) => (isNumber(value) ? printed(value, pattern) : null),
    takesFormat: true,
    checkFormat: parseDateFormat,
    shownValues: shownScalar((value, { format: pattern, context }) =>
      value === null ? [] : [printed(toColumn(value, context.nowMs), pattern)],
    ),
  };
}
