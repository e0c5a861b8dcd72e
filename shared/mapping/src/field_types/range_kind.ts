/**
 * The kinds of ranges: parsing of bounds from documents and queries, and their bytes, which sort
 * like the bounds.
 */
import { double, doubleText, float32, float32Text, type JsonValue } from '@skein/content';
import type { DateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { DATE_UNIT, DEFAULT_DATE_FORMAT } from './date_behaviour.js';
import type { FieldSink, QueryContext } from './field_type.js';
import { formatIp, parseCidr, parseIp } from './ip_address.js';
import { compactLong, hasDecimalPart, LONG_MAX, LONG_MIN } from './java_number.js';
import { scalarText } from './mapped_field.js';
import {
  type ColumnNumber,
  DOUBLE,
  FLOAT,
  type FloatKind,
  finiteFloat,
  floatOf,
  INTEGER,
  type IntegerKind,
  LONG,
  numberOperand,
} from './number_kind.js';
import { doubleOperand } from './number_queries.js';

/** `B`: the type of a bound. */
export interface RangeKind<B> {
  readonly min: B;
  readonly max: B;
  fromDocument(value: JsonValue, reading: BoundReading): B;
  fromQuery(value: JsonValue, reading: QueryBoundReading): B;
  /** The adjacent bounds. */
  next(bound: B): B;
  previous(bound: B): B;
  bytes(bound: B): Uint8Array;
  /** Converts the bytes of a bound to the nearest double. Absent if bounds are not numbers. */
  readonly number?: (bytes: Uint8Array) => number;
  /** The form in messages. */
  text(bound: B): string;
  /** A document's bound in the form of `fields`. */
  shown(value: JsonValue, formats: ShownFormats): JsonValue;
  /** For dates: the format of bounds if the mapping names none. */
  readonly defaultFormat?: string;
  /** For kinds with range literals, such as networks: the bounds of one. */
  readonly named?: (text: string) => { readonly first: B; readonly last: B };
  /** The error for a range that ends before it starts; if absent, it names both bounds. */
  readonly inverted?: string;
}

interface BoundReading {
  readonly coerce: boolean;
  readonly sink: FieldSink;
  /** For dates. */
  readonly format: DateFormat | undefined;
}

/** For dates: the formats for parsing and for showing. */
interface ShownFormats {
  readonly format: DateFormat | undefined;
  readonly printer: DateFormat | undefined;
}

interface QueryBoundReading {
  readonly context: QueryContext;
  readonly format: DateFormat | undefined;
  readonly timeZone: string | undefined;
  /** True if a date of a coarse unit means its end. */
  readonly roundUp: boolean;
}

function integers(kind: IntegerKind): RangeKind<bigint> {
  return {
    min: kind.min,
    max: kind.max,
    fromDocument: (value, { coerce, sink }) =>
      kind.fromDocument(numberOperand(value), { coerce, location: () => sink.location() }),
    fromQuery: (value) => {
      const operand = numberOperand(value);
      const bound = kind.fromQuery(operand);
      if (hasDecimalPart(operand)) throw fractional(operand);
      return bound;
    },
    shown: (value) => compactLong(kind.fromQuery(numberOperand(value))),
    ...wholeSteps(kind),
  };
}

/** A string in a query is shown as its bytes. */
function fractional(operand: string | ColumnNumber): ApiError {
  const bytes = [...new TextEncoder().encode(String(operand))].map((byte) => byte.toString(16));
  const shown = typeof operand === 'string' ? `[${bytes.join(' ')}]` : doubleText(Number(operand));
  return new ApiError('illegal_argument_exception', `Value [${shown}] has a decimal part`);
}

function wholeSteps({ min, max }: { readonly min: bigint; readonly max: bigint }) {
  return {
    next: (bound: bigint) => (bound < max ? bound + 1n : max),
    previous: (bound: bigint) => (bound > min ? bound - 1n : min),
    bytes: longBytes,
    number: longNumber,
    text: String,
  };
}

const SIGN = 2n ** 63n;

function longBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value) ^ SIGN);
  return bytes;
}

function longNumber(bytes: Uint8Array): number {
  const { buffer, byteOffset } = bytes;
  return Number(BigInt.asIntN(64, new DataView(buffer, byteOffset).getBigUint64(0) ^ SIGN));
}

function floats(kind: FloatKind): RangeKind<number> {
  const { next, narrow } = kind;
  const read = (value: JsonValue): number => finiteFloat(kind, doubleOperand(value));
  return {
    min: Number.NEGATIVE_INFINITY,
    max: Number.POSITIVE_INFINITY,
    fromDocument: (value, { coerce }) => floatOf(kind, numberOperand(value), coerce),
    fromQuery: read,
    next,
    previous: (bound) => -next(-bound),
    bytes: doubleBytes,
    number: doubleNumber,
    text: narrow ? float32Text : doubleText,
    shown: (value) => (narrow ? float32(read(value)) : double(read(value))),
  };
}

/** The bits of negative numbers sort in reverse. */
function doubleBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, value === 0 ? 0 : value);
  const isNegative = (bytes[0] ?? 0) >= 0x80;
  for (let i = 0; i < 8; i++) bytes[i] = (bytes[i] ?? 0) ^ (isNegative ? 0xff : i === 0 ? 0x80 : 0);
  return bytes;
}

function doubleNumber(given: Uint8Array): number {
  const bytes = given.slice(0, 8);
  const isNegative = (bytes[0] ?? 0) < 0x80;
  for (let i = 0; i < 8; i++) bytes[i] = (bytes[i] ?? 0) ^ (isNegative ? 0xff : i === 0 ? 0x80 : 0);
  return new DataView(bytes.buffer).getFloat64(0);
}

const dates: RangeKind<bigint> = {
  defaultFormat: DEFAULT_DATE_FORMAT,
  min: LONG_MIN,
  max: LONG_MAX,
  fromDocument: (value, { format }) => documentDate(value, required(format)),
  fromQuery: (value, { context, format, timeZone, roundUp }) =>
    longBound(
      DATE_UNIT.milliseconds.bound(scalarText(value), required(format), {
        nowMs: context.nowMs,
        roundUp,
        timeZone,
      }),
    ),
  shown: (value, { format, printer }) => {
    return required(printer).format(Number(documentDate(value, required(format))));
  },
  ...wholeSteps({ min: LONG_MIN, max: LONG_MAX }),
};

/** As in OpenSearch, a document's bound may be date math, though not with the time that it is. */
function documentDate(value: JsonValue, format: DateFormat): bigint {
  const text = scalarText(value);
  if (text.startsWith('now')) {
    throw new ApiError('parse_exception', 'could not read the current timestamp', {
      cause: new ApiError('illegal_argument_exception', 'now is not used at indexing time'),
    });
  }
  const options = { nowMs: 0, roundUp: false, timeZone: undefined };
  return longBound(DATE_UNIT.milliseconds.bound(text, format, options));
}

/** A bound beyond the longs has no bytes that sort like it. */
function longBound(ms: bigint): bigint {
  if (ms >= LONG_MIN && ms <= LONG_MAX) return ms;
  throw new ApiError('arithmetic_exception', 'long overflow');
}

function required(format: DateFormat | undefined): DateFormat {
  if (format) return format;
  throw new ApiError('illegal_state_exception', 'a range of dates has a format');
}

function network(text: string): { readonly first: Uint8Array; readonly last: Uint8Array } {
  if (text.includes('/')) return parseCidr(text);
  throw new ApiError('illegal_argument_exception', `Expected [ip/prefix] but was [${text}]`);
}

const addresses: RangeKind<Uint8Array> = {
  named: network,
  inverted: 'min value cannot be greater than max value for InetAddressRange field',
  min: new Uint8Array(16),
  max: new Uint8Array(16).fill(0xff),
  fromDocument: (value) => parseIp(scalarText(value)),
  fromQuery: (value) => parseIp(scalarText(value)),
  next: (bound) => step(bound, 0xff, 1),
  previous: (bound) => step(bound, 0, -1),
  bytes: (bound) => bound,
  text: formatIp,
  shown: (value) => formatIp(parseIp(scalarText(value))),
};

/** One step up or down; the last address stays. */
function step(address: Uint8Array, full: number, by: 1 | -1): Uint8Array {
  if (address.every((byte) => byte === full)) return address;
  const next = Uint8Array.from(address);
  for (let i = next.length - 1; i >= 0; i--) {
    next[i] = (next[i] ?? 0) + by;
    if (address[i] !== full) break;
  }
  return next;
}

export const RANGE_KINDS = {
  integer: integers(INTEGER),
  long: integers(LONG),
  float: floats(FLOAT),
  double: floats(DOUBLE),
  date: dates,
  ip: addresses,
} as const;
