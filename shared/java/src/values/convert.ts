/**
 * Conversions between the forms of a value: boxing, unboxing, Java's numeric conversions, and
 * conversions of `def`.
 */
import { classCast, nullPointer } from './throwable.js';
import {
  classNameOf,
  type JavaObject,
  JByte,
  JChar,
  JDouble,
  JFloat,
  JShort,
  type Value,
} from './value.js';

/** The JVM's message for a `def` that is null. */
const NULL_VALUE = 'Cannot invoke "Object.getClass()" because "value" is null';

export const intToLong = (value: number): bigint => BigInt(value);
export const longToInt = (value: bigint): number => Number(BigInt.asIntN(32, value));

const long = new BigInt64Array(1);
const words = new Int32Array(long.buffer);
const LOW_WORD = 2 ** 32;

/**
 * A faster `Number(value)`, which would allocate the long. It rounds once, in the sum of the
 * halves; the low half is first in memory.
 */
export function longToDouble(value: bigint): number {
  long[0] = value;
  return (words[1] as number) * LOW_WORD + ((words[0] as number) >>> 0);
}

/** Bits of a long that a double need not hold for its rounding to a float. */
const LOW_BITS = 11n;
const LOW_UNIT = 2 ** 11;

/**
 * Rounds once, from the long to the float. The nearest double may lie in the middle of two floats
 * where the long does not, so the bits that a double has no place for become one odd bit.
 */
export function longToFloat(value: bigint): number {
  const near = Number(value);
  if (Number.isSafeInteger(near)) return Math.fround(near);
  const high = value >> LOW_BITS;
  const isExact = high << LOW_BITS === value;
  return Math.fround(Number(isExact ? high : high | 1n)) * LOW_UNIT;
}

export const toFloat = Math.fround;

/** JLS 5.1.3: NaN becomes 0, values out of range saturate. */
export function doubleToInt(value: number): number {
  if (value >= 2147483647) return 2147483647;
  if (value <= -2147483648) return -2147483648;
  return Number.isNaN(value) ? 0 : Math.trunc(value) | 0;
}

export function doubleToLong(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return 9223372036854775807n;
  if (value <= -(2 ** 63)) return -9223372036854775808n;
  return BigInt(Math.trunc(value));
}

export const boxDouble = (value: number): JDouble => new JDouble(value);
export const boxFloat = (value: number): JFloat => new JFloat(value);
export const boxByte = (value: number): JByte => new JByte(value);
export const boxShort = (value: number): JShort => new JShort(value);
export const boxChar = (value: number): JChar => new JChar(value);

/**
 * Returns the function that boxes a primitive of this type; undefined for references, `int`, `long`
 * and `boolean`, which need no box.
 */
export function boxAs(type: string): ((value: Value) => Value) | undefined {
  // The caller passes a value in the form of the type.
  return BOXERS.get(type) as ((value: Value) => Value) | undefined;
}

const BOXERS: ReadonlyMap<string, (value: never) => Value> = new Map<
  string,
  (value: never) => Value
>([
  ['double', boxDouble],
  ['float', boxFloat],
  ['byte', boxByte],
  ['short', boxShort],
  ['char', boxChar],
  ['void', () => null],
]);

type BoxKind = 'byte' | 'short' | 'char' | 'float' | 'double';

/** The primitive type of a boxed number or char; undefined for other references. */
export function kindOf(value: JavaObject): BoxKind | undefined;
export function kindOf(value: Value): BoxKind | 'int' | 'long' | undefined;
export function kindOf(value: Value): BoxKind | 'int' | 'long' | undefined {
  if (typeof value === 'number') return 'int';
  if (typeof value === 'bigint') return 'long';
  if (value instanceof JDouble) return 'double';
  if (value instanceof JFloat) return 'float';
  if (value instanceof JChar) return 'char';
  if (value instanceof JByte) return 'byte';
  return value instanceof JShort ? 'short' : undefined;
}

/** The primitive number types and `char`, from the narrowest; `short` and `char` are as wide. */
export const NUMBER_WIDTHS: Readonly<Record<string, number>> = {
  byte: 1,
  short: 2,
  char: 2,
  int: 3,
  long: 4,
  float: 5,
  double: 6,
};

/** True if Java's widening conversion from one primitive number type to the other exists. */
export function widens(from: string, to: string): boolean {
  if (from === to) return true;
  if (to === 'char') return false;
  if (from === 'char') return (NUMBER_WIDTHS[to] ?? 0) >= 3;
  return (NUMBER_WIDTHS[from] ?? 9) < (NUMBER_WIDTHS[to] ?? 0);
}

/**
 * Converts a `def` to a primitive number: widening always, narrowing only with an explicit cast.
 */
export function defToNumber(value: Value, to: string, explicit: boolean): number | bigint {
  if (value === null) throw nullPointer(NULL_VALUE);
  const from = kindOf(value);
  if (from === undefined) {
    if (to === 'char' && explicit && typeof value === 'string') {
      if (value.length === 1) return value.charCodeAt(0);
      throw classCast('cannot cast java.lang.String with length not equal to one to char');
    }
    throw badCast(value, to, explicit);
  }
  if (!explicit && !widens(from, to)) throw badCast(value, to, explicit);
  return convertNumber(rawNumber(value), to);
}

/** The unboxed number: a bigint for a Long. `kindOf` must know the value. */
export function rawNumber(value: Value): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return (value as JDouble).value;
}

export function convertNumber(value: number | bigint, to: string): number | bigint {
  if (to === 'long') return typeof value === 'bigint' ? value : doubleToLong(value);
  if (to === 'double') return Number(value);
  if (to === 'float') return typeof value === 'bigint' ? longToFloat(value) : Math.fround(value);
  const whole = typeof value === 'bigint' ? longToInt(value) : doubleToInt(value);
  return narrow(whole, to);
}

export function narrow(value: number, to: string): number {
  if (to === 'byte') return (value << 24) >> 24;
  if (to === 'short') return (value << 16) >> 16;
  return to === 'char' ? value & 0xffff : value;
}

export function badCast(value: NonNullable<Value>, to: string, explicit: boolean): Error | object {
  const how = explicit ? 'explicitly' : 'implicitly';
  return classCast(`cannot ${how} cast def [${unboxedName(value)}] to ${to}`);
}

/** The class name in messages of failed casts: `int` for `java.lang.Integer`. */
export function unboxedName(value: NonNullable<Value>): string {
  return typeof value === 'boolean'
    ? 'boolean'
    : (kindOf(value) ?? classNameOf(value).replaceAll('$', '.'));
}

/** Converts a `def` to a boolean. Java has the same message for explicit and implicit casts. */
export function defToBoolean(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) throw nullPointer(NULL_VALUE);
  throw classCast(`cannot cast def [${unboxedName(value)}] to boolean`);
}

const UNBOXED: Readonly<Record<string, string>> = {
  'java.lang.Byte': 'byte',
  'java.lang.Short': 'short',
  'java.lang.Character': 'char',
  'java.lang.Integer': 'int',
  'java.lang.Long': 'long',
  'java.lang.Float': 'float',
  'java.lang.Double': 'double',
  'java.lang.Boolean': 'boolean',
};

export function unboxedType(type: string): string | undefined {
  return Object.hasOwn(UNBOXED, type) ? UNBOXED[type] : undefined;
}

export function boxedType(type: string): string | undefined {
  return Object.keys(UNBOXED).find((boxed) => UNBOXED[boxed] === type);
}

/** Boxes a number of a primitive type. */
export function boxNumber(value: number | bigint, type: string): Value {
  const boxer = boxAs(type);
  return boxer === undefined ? value : boxer(value);
}
