/** The widths of ranges: how a bound is read from documents and queries, and its bytes, which sort as the bounds do. */
import type { JsonValue } from '@skein/content';
import type { DateFormat } from '@skein/dates';
import { ApiError } from '@skein/errors';
import { DATE_UNIT } from './date_behaviour.js';
import type { FieldSink, QueryContext } from './field_type.js';
import { nextDouble, nextFloat } from './floating_point.js';
import { formatIp, parseIp } from './ip_address.js';
import { LONG_MAX, LONG_MIN, parseJavaDouble } from './java_number.js';
import { scalarText } from './mapped_field.js';
import { DOUBLE, FLOAT, INTEGER, type IntegerKind, LONG, numberOperand } from './number_kind.js';

/** `B`: a bound. */
export interface RangeKind<B> {
  readonly name: string;
  readonly min: B;
  readonly max: B;
  fromDocument(value: JsonValue, reading: BoundReading): B;
  fromQuery(value: JsonValue, reading: QueryBoundReading): B;
  /** The nearest bounds beyond. */
  next(bound: B): B;
  previous(bound: B): B;
  bytes(bound: B): Uint8Array;
  /** As messages show it. */
  text(bound: B): string;
}

export interface BoundReading {
  readonly coerce: boolean;
  readonly sink: FieldSink;
  /** Of dates. */
  readonly format: DateFormat | undefined;
}

export interface QueryBoundReading {
  readonly context: QueryContext;
  readonly format: DateFormat | undefined;
  readonly timeZone: string | undefined;
  /** A date of a coarse unit is its end. */
  readonly roundUp: boolean;
}

function integers(name: string, kind: IntegerKind): RangeKind<bigint> {
  return {
    name,
    min: kind.min,
    max: kind.max,
    fromDocument: (value, { coerce, sink }) =>
      kind.fromDocument(numberOperand(value), { coerce, location: () => sink.location() }),
    fromQuery: (value) => kind.fromQuery(numberOperand(value)),
    ...wholeSteps(kind),
  };
}

function wholeSteps({ min, max }: { readonly min: bigint; readonly max: bigint }) {
  return {
    next: (bound: bigint) => (bound < max ? bound + 1n : max),
    previous: (bound: bigint) => (bound > min ? bound - 1n : min),
    bytes: longBytes,
    text: String,
  };
}

const SIGN = 2n ** 63n;

function longBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, value) ^ SIGN);
  return bytes;
}

interface FloatWidth {
  readonly name: string;
  round(value: number): number;
  next(value: number): number;
}

function floats(name: string, { round, next }: FloatWidth): RangeKind<number> {
  const read = (value: JsonValue): number => {
    const operand = numberOperand(value);
    return round(typeof operand === 'string' ? parseJavaDouble(operand) : Number(operand));
  };
  return {
    name,
    min: Number.NEGATIVE_INFINITY,
    max: Number.POSITIVE_INFINITY,
    fromDocument: read,
    fromQuery: read,
    next,
    previous: (bound) => -next(-bound),
    bytes: doubleBytes,
    text: String,
  };
}

/** Negative numbers sort the other way round by their bits. */
function doubleBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, value === 0 ? 0 : value);
  const isNegative = (bytes[0] ?? 0) >= 0x80;
  for (let i = 0; i < 8; i++) bytes[i] = (bytes[i] ?? 0) ^ (isNegative ? 0xff : i === 0 ? 0x80 : 0);
  return bytes;
}

const dates: RangeKind<bigint> = {
  name: 'date_range',
  min: LONG_MIN,
  max: LONG_MAX,
  fromDocument: (value, { format }) =>
    BigInt(DATE_UNIT.milliseconds.parse(scalarText(value), required(format))),
  fromQuery: (value, { context, format, timeZone, roundUp }) =>
    DATE_UNIT.milliseconds.bound(scalarText(value), required(format), {
      nowMs: context.nowMs,
      roundUp,
      timeZone,
    }),
  ...wholeSteps({ min: LONG_MIN, max: LONG_MAX }),
};

function required(format: DateFormat | undefined): DateFormat {
  if (format) return format;
  throw new ApiError('illegal_state_exception', 'a range of dates has a format');
}

const addresses: RangeKind<Uint8Array> = {
  name: 'ip_range',
  min: new Uint8Array(16),
  max: new Uint8Array(16).fill(0xff),
  fromDocument: (value) => parseIp(scalarText(value)),
  fromQuery: (value) => parseIp(scalarText(value)),
  next: (bound) => step(bound, 0xff, 1),
  previous: (bound) => step(bound, 0, -1),
  bytes: (bound) => bound,
  text: formatIp,
};

/** One up or down; the last address stays. */
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
  integer: integers('integer_range', INTEGER),
  long: integers('long_range', LONG),
  float: floats('float_range', { ...FLOAT, next: nextFloat }),
  double: floats('double_range', { ...DOUBLE, next: nextDouble }),
  date: dates,
  ip: addresses,
} as const;
