/** The boxed numbers and Boolean. */
import { asciiDigits, javaDouble, javaDoubleFault } from '@skein/base';
import type { ClassTable, Implementation } from '../class_table.js';
import { JBigDecimal } from '../numbers/big_decimal.js';
import { JBigInteger } from '../numbers/big_integer.js';
import { hexText } from '../numbers/hex_text.js';
import { doubleText, floatText } from '../numbers/number_text.js';
import {
  boxByte,
  boxDouble,
  boxFloat,
  boxShort,
  convertNumber,
  rawNumber,
} from '../values/convert.js';
import { numberFormat } from '../values/throwable.js';
import { hashDouble, hashLong, JFloat, type Value } from '../values/value.js';

const inputText = (text: string | null): string => `For input string: "${text}"`;

/** Numbers of 64 bits have at most this many digits, in base 2. */
const MOST_DIGITS = 64;

/** The value of a text. Beyond 64 bits it is any value that is beyond them too. */
function wholeValue(text: string | null, radix: number): bigint {
  if (text === null) throw numberFormat('Cannot parse null string: null');
  if (radix < 2) throw numberFormat(`radix ${radix} less than Character.MIN_RADIX`);
  if (radix > 36) throw numberFormat(`radix ${radix} greater than Character.MAX_RADIX`);
  const digits = asciiDigits(text.replace(/^[+-]/, '')).toLowerCase();
  const allowed = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, radix);
  if (digits === '' || [...digits].some((one) => !allowed.includes(one))) {
    throw numberFormat(inputText(text) + (radix === 10 ? '' : ` under radix ${radix}`));
  }
  // More digits change nothing, but would take long.
  const significant = digits.replace(/^0+/, '').slice(0, MOST_DIGITS + 1);
  let value = 0n;
  for (const one of significant) value = value * BigInt(radix) + BigInt(allowed.indexOf(one));
  return text.startsWith('-') ? -value : value;
}

function parseWhole(text: string | null, bits: number, radix = 10): bigint {
  const value = wholeValue(text, radix);
  if (BigInt.asIntN(bits, value) === value) return value;
  if (bits < 32 && BigInt.asIntN(32, value) === value) {
    throw numberFormat(`Value out of range. Value:"${text}" Radix:${radix}`);
  }
  throw numberFormat(inputText(text) + (bits >= 32 && radix !== 10 ? ` under radix ${radix}` : ''));
}

/** Parses digits without a minus sign, whose value must fit in the bits. */
function parseUnsigned(text: string | null, bits: number, radix = 10): bigint {
  if (text?.startsWith('-'))
    throw numberFormat(`Illegal leading minus sign on unsigned string ${text}.`);
  const value = wholeValue(text, radix);
  if (value >> BigInt(bits) === 0n) return BigInt.asIntN(bits, value);
  throw numberFormat(
    bits === 32
      ? `String value ${text} exceeds range of unsigned int.`
      : `String value ${text} exceeds range of unsigned long.`,
  );
}

function parseFloating(text: string): number {
  const value = javaDouble(text);
  if (value === undefined) throw numberFormat(javaDoubleFault(text));
  return value;
}

const order = (a: number | bigint, b: number | bigint): number => (a < b ? -1 : Number(a > b));

/** Java's order of doubles: -0.0 before 0.0, NaN last. */
function orderDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b && a !== 0) return 0;
  const rank = (x: number): number => (Number.isNaN(x) ? 2 : Object.is(x, -0) ? 0 : 1);
  return Math.sign(rank(a) - rank(b));
}

const NUMBER_METHODS: Readonly<Record<string, Implementation>> = {
  'byte byteValue()': (self: Value) => convertNumber(wholeIn(self), 'byte'),
  'short shortValue()': (self: Value) => convertNumber(wholeIn(self), 'short'),
  'int intValue()': (self: Value) => convertNumber(wholeIn(self), 'int'),
  'long longValue()': (self: Value) => convertNumber(wholeIn(self), 'long'),
  'float floatValue()': (self: Value) => convertNumber(doubleIn(self), 'float'),
  'double doubleValue()': (self: Value) => convertNumber(doubleIn(self), 'double'),
};

/** The value of a Number, of a big one the lowest 64 bits of its whole part. */
function wholeIn(self: Value): number | bigint {
  return self instanceof JBigInteger || self instanceof JBigDecimal
    ? self.toLong()
    : rawNumber(self);
}

/** The value of a Number, of a big one the nearest double. */
function doubleIn(self: Value): number | bigint {
  return self instanceof JBigInteger || self instanceof JBigDecimal
    ? self.toDouble()
    : rawNumber(self);
}

const compareBoxes = (self: Value, other: Value): number => {
  const a = rawNumber(self);
  const b = rawNumber(other);
  return typeof a === 'bigint' || typeof b === 'bigint' ? order(a, b) : orderDoubles(a, b);
};

const toRadix = (
  value: bigint | number,
  { bits, radix }: { bits: number; radix: number },
): string => BigInt.asUintN(bits, BigInt(value)).toString(radix);

const scratch = new DataView(new ArrayBuffer(8));
function doubleBits(value: number): bigint {
  scratch.setFloat64(0, value);
  return scratch.getBigInt64(0);
}
function bitsDouble(bits: bigint): number {
  scratch.setBigInt64(0, bits);
  return scratch.getFloat64(0);
}
function floatBits(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getInt32(0);
}
function bitsFloat(bits: number): number {
  scratch.setInt32(0, bits);
  return scratch.getFloat32(0);
}

const bitCount = (value: bigint): number => value.toString(2).replaceAll('0', '').length;
const reverseBits = (value: bigint, bits: number): bigint =>
  BigInt.asIntN(
    bits,
    BigInt(
      `0b${[...BigInt.asUintN(bits, value).toString(2).padStart(bits, '0')].reverse().join('')}`,
    ),
  );
function reverseBytes(value: bigint, bits: number): bigint {
  let reversed = 0n;
  for (let at = 0; at < bits; at += 8) reversed = (reversed << 8n) | ((value >> BigInt(at)) & 255n);
  return BigInt.asIntN(bits, reversed);
}
const leadingZeros = (value: bigint, bits: number): number =>
  value === 0n ? bits : bits - BigInt.asUintN(bits, value).toString(2).length;
const trailingZeros = (value: bigint, bits: number): number =>
  value === 0n ? bits : (/0*$/.exec(BigInt.asUintN(bits, value).toString(2))?.[0].length ?? 0);
const highestOne = (value: bigint, bits: number): bigint =>
  value === 0n ? 0n : BigInt.asIntN(bits, 1n << BigInt(bits - 1 - leadingZeros(value, bits)));
const lowestOne = (value: bigint, bits: number): bigint => BigInt.asIntN(bits, value & -value);
const rotate = (value: bigint, { by, bits }: { by: number; bits: number }): bigint => {
  const distance = BigInt(((by % bits) + bits) % bits);
  const unsigned = BigInt.asUintN(bits, value);
  return BigInt.asIntN(bits, (unsigned << distance) | (unsigned >> (BigInt(bits) - distance)));
};

function smallTable(simple: 'Byte' | 'Short'): ClassTable {
  const type = simple.toLowerCase();
  const bits = simple === 'Byte' ? 8 : 16;
  const box = simple === 'Byte' ? boxByte : boxShort;
  return {
    name: `java.lang.${simple}`,
    supers: ['java.lang.Number', 'java.lang.Comparable'],
    constants: {
      [`${type} MIN_VALUE`]: -(2 ** (bits - 1)),
      [`${type} MAX_VALUE`]: 2 ** (bits - 1) - 1,
      'int BYTES': bits / 8,
      'int SIZE': bits,
    },
    methods: {
      [`int compareTo(${simple})`]: (self: Value, other: Value) =>
        Number(rawNumber(self)) - Number(rawNumber(other)),
    },
    statics: {
      [`int compare(${type},${type})`]: (a: number, b: number) => a - b,
      [`${simple} decode(String)`]: (text: string) => box(Number(decode(text, bits))),
      [`${type} parse${simple}(String)`]: (text: string) => Number(parseWhole(text, bits)),
      [`${type} parse${simple}(String,int)`]: (text: string, radix: number) =>
        Number(parseWhole(text, bits, radix)),
      [`String toString(${type})`]: String,
      [`int hashCode(${type})`]: (value: number) => value,
      ...(simple === 'Short'
        ? {
            'short reverseBytes(short)': (value: number) =>
              (((value & 255) << 24) >> 16) | ((value >> 8) & 255),
          }
        : {}),
      [`int toUnsignedInt(${type})`]: (value: number) => value & (2 ** bits - 1),
      [`long toUnsignedLong(${type})`]: (value: number) => BigInt(value & (2 ** bits - 1)),
      [`${simple} valueOf(${type})`]: (value: number) => box(value),
      [`${simple} valueOf(String,int)`]: (text: string, radix: number) =>
        box(Number(parseWhole(text, bits, radix))),
    },
  };
}

function decode(text: string, bits: number): bigint {
  if (text === '') throw numberFormat('Zero length string');
  const [, sign = '', prefix = '', digits = ''] = /^([+-]?)(0[xX]|#|0(?=.))?(.*)$/.exec(text) ?? [];
  if (/^[+-]/.test(digits)) throw numberFormat('Sign character in wrong position');
  const radix = prefix === '' ? 10 : prefix === '0' ? 8 : 16;
  const value = parseWhole(sign + digits, Math.max(bits, 32), radix);
  if (BigInt.asIntN(bits, value) === value) return value;
  throw numberFormat(`Value ${value} out of range from input ${text}`);
}

/** Methods that parse signed and unsigned numbers. */
function parsing(simple: 'Integer' | 'Long'): Record<string, Implementation> {
  const isLong = simple === 'Long';
  const type = isLong ? 'long' : 'int';
  const bits = isLong ? 64 : 32;
  const give = (value: bigint): bigint | number => (isLong ? value : Number(value));
  return {
    [`${type} parse${isLong ? 'Long' : 'Int'}(String)`]: (text: string) =>
      give(parseWhole(text, bits)),
    [`${type} parse${isLong ? 'Long' : 'Int'}(String,int)`]: (text: string, radix: number) =>
      give(parseWhole(text, bits, radix)),
    [`${type} parseUnsigned${isLong ? 'Long' : 'Int'}(String)`]: (text: string | null) =>
      give(parseUnsigned(text, bits)),
    [`${type} parseUnsigned${isLong ? 'Long' : 'Int'}(String,int)`]: (
      text: string | null,
      radix: number,
    ) => give(parseUnsigned(text, bits, radix)),
  };
}

/** The members that Integer and Long share; values are converted from and to bigints. */
function wholeTable(simple: 'Integer' | 'Long'): ClassTable {
  const isLong = simple === 'Long';
  const type = isLong ? 'long' : 'int';
  const bits = isLong ? 64 : 32;
  const give = (value: bigint): bigint | number => (isLong ? value : Number(value));
  const unsigned = (value: bigint | number): bigint => BigInt.asUintN(bits, BigInt(value));
  const one =
    (fn: (value: bigint) => bigint): Implementation =>
    (value: bigint | number) =>
      give(fn(BigInt(value)));
  return {
    name: `java.lang.${simple}`,
    supers: ['java.lang.Number', 'java.lang.Comparable'],
    constants: {
      [`${type} MIN_VALUE`]: give(-(2n ** BigInt(bits - 1))),
      [`${type} MAX_VALUE`]: give(2n ** BigInt(bits - 1) - 1n),
      'int BYTES': bits / 8,
      'int SIZE': bits,
    },
    methods: { [`int compareTo(${simple})`]: compareBoxes },
    statics: {
      [`int bitCount(${type})`]: (value: bigint | number) => bitCount(unsigned(value)),
      [`int compare(${type},${type})`]: order,
      [`int compareUnsigned(${type},${type})`]: (a: bigint | number, b: bigint | number) =>
        order(unsigned(a), unsigned(b)),
      [`${simple} decode(String)`]: (text: string) => give(decode(text, bits)),
      [`${type} divideUnsigned(${type},${type})`]: (a: bigint | number, b: bigint | number) =>
        give(BigInt.asIntN(bits, unsigned(a) / unsigned(b))),
      [`${type} remainderUnsigned(${type},${type})`]: (a: bigint | number, b: bigint | number) =>
        give(BigInt.asIntN(bits, unsigned(a) % unsigned(b))),
      [`int hashCode(${type})`]: (value: bigint | number) =>
        isLong ? hashLong(BigInt(value)) : Number(value),
      [`${type} highestOneBit(${type})`]: one((value) => highestOne(value, bits)),
      [`${type} lowestOneBit(${type})`]: one((value) => lowestOne(value, bits)),
      [`${type} max(${type},${type})`]: (a: bigint | number, b: bigint | number) => (a > b ? a : b),
      [`${type} min(${type},${type})`]: (a: bigint | number, b: bigint | number) => (a < b ? a : b),
      [`int numberOfLeadingZeros(${type})`]: (value: bigint | number) =>
        leadingZeros(BigInt(value), bits),
      [`int numberOfTrailingZeros(${type})`]: (value: bigint | number) =>
        trailingZeros(BigInt(value), bits),
      ...parsing(simple),
      [`${type} reverseBytes(${type})`]: one((value) => reverseBytes(value, bits)),
      [`${type} reverse(${type})`]: one((value) => reverseBits(value, bits)),
      [`${type} rotateLeft(${type},int)`]: (value: bigint | number, by: number) =>
        give(rotate(BigInt(value), { by, bits })),
      [`${type} rotateRight(${type},int)`]: (value: bigint | number, by: number) =>
        give(rotate(BigInt(value), { by: -by, bits })),
      [`int signum(${type})`]: (value: bigint | number) => order(value, isLong ? 0n : 0),
      ...(isLong
        ? { 'long sum(long,long)': (a: bigint, b: bigint) => BigInt.asIntN(64, a + b) }
        : {}),
      [`String toBinaryString(${type})`]: (value: bigint | number) =>
        toRadix(value, { bits, radix: 2 }),
      [`String toHexString(${type})`]: (value: bigint | number) =>
        toRadix(value, { bits, radix: 16 }),
      [`String toOctalString(${type})`]: (value: bigint | number) =>
        toRadix(value, { bits, radix: 8 }),
      [`String toString(${type})`]: String,
      [`String toString(${type},int)`]: (value: bigint | number, radix: number) =>
        value.toString(radix < 2 || radix > 36 ? 10 : radix),
      [`String toUnsignedString(${type})`]: (value: bigint | number) => String(unsigned(value)),
      [`String toUnsignedString(${type},int)`]: (value: bigint | number, radix: number) =>
        unsigned(value).toString(radix < 2 || radix > 36 ? 10 : radix),
      [`${simple} valueOf(${type})`]: (value: bigint | number) => value,
      [`${simple} valueOf(String,int)`]: (text: string, radix: number) =>
        give(parseWhole(text, bits, radix)),
      ...(isLong ? {} : { 'long toUnsignedLong(int)': (value: number) => unsigned(value) }),
    },
  };
}

/** The table of Double and Float. */
function floatingTable(simple: 'Double' | 'Float'): ClassTable {
  const isDouble = simple === 'Double';
  const type = simple.toLowerCase();
  const box = isDouble ? boxDouble : boxFloat;
  const round = isDouble ? (value: number): number => value : Math.fround;
  return {
    name: `java.lang.${simple}`,
    supers: ['java.lang.Number', 'java.lang.Comparable'],
    constants: {
      [`${type} MAX_VALUE`]: isDouble ? Number.MAX_VALUE : 3.4028234663852886e38,
      [`${type} MIN_VALUE`]: isDouble ? 5e-324 : 1.401298464324817e-45,
      [`${type} MIN_NORMAL`]: isDouble ? 2.2250738585072014e-308 : 1.1754943508222875e-38,
      [`${type} NaN`]: Number.NaN,
      [`${type} NEGATIVE_INFINITY`]: -Infinity,
      [`${type} POSITIVE_INFINITY`]: Infinity,
      'int MAX_EXPONENT': isDouble ? 1023 : 127,
      'int MIN_EXPONENT': isDouble ? -1022 : -126,
      'int BYTES': isDouble ? 8 : 4,
      'int SIZE': isDouble ? 64 : 32,
    },
    methods: {
      [`int compareTo(${simple})`]: compareBoxes,
      'boolean isNaN()': (self: JFloat) => Number.isNaN(self.value),
      'boolean isInfinite()': (self: JFloat) => Math.abs(self.value) === Infinity,
    },
    statics: {
      [`int compare(${type},${type})`]: orderDoubles,
      [`int hashCode(${type})`]: (value: number) =>
        isDouble ? hashDouble(value) : new JFloat(value).hashCode(),
      [`boolean isFinite(${type})`]: (value: number) => Number.isFinite(value),
      [`boolean isInfinite(${type})`]: (value: number) => Math.abs(value) === Infinity,
      [`boolean isNaN(${type})`]: (value: number) => Number.isNaN(value),
      [`${type} max(${type},${type})`]: Math.max,
      [`${type} min(${type},${type})`]: Math.min,
      [`${type} parse${simple}(String)`]: (text: string) => round(parseFloating(text)),
      [`${type} sum(${type},${type})`]: (a: number, b: number) => round(a + b),
      [`String toHexString(${type})`]: (value: number) => hexText(value, isDouble ? 52 : 23),
      [`String toString(${type})`]: isDouble ? doubleText : floatText,
      [`${simple} valueOf(${type})`]: (value: number) => box(value),
      ...(isDouble
        ? {
            'long doubleToLongBits(double)': doubleBits,
            'long doubleToRawLongBits(double)': doubleBits,
            'double longBitsToDouble(long)': bitsDouble,
          }
        : {
            'int floatToIntBits(float)': floatBits,
            'int floatToRawIntBits(float)': floatBits,
            'float intBitsToFloat(int)': bitsFloat,
          }),
    },
  };
}

export const numbers: readonly ClassTable[] = [
  { name: 'java.lang.Number', methods: NUMBER_METHODS },
  smallTable('Byte'),
  smallTable('Short'),
  wholeTable('Integer'),
  wholeTable('Long'),
  floatingTable('Float'),
  floatingTable('Double'),
  {
    name: 'java.lang.Boolean',
    supers: ['java.lang.Comparable'],
    constants: { 'Boolean TRUE': true, 'Boolean FALSE': false },
    methods: {
      'boolean booleanValue()': (self: boolean) => self,
      'int compareTo(Boolean)': (a: boolean, b: boolean) => Number(a) - Number(b),
    },
    statics: {
      'int compare(boolean,boolean)': (a: boolean, b: boolean) => Number(a) - Number(b),
      'int hashCode(boolean)': (a: boolean) => (a ? 1231 : 1237),
      'boolean logicalAnd(boolean,boolean)': (a: boolean, b: boolean) => a && b,
      'boolean logicalOr(boolean,boolean)': (a: boolean, b: boolean) => a || b,
      'boolean logicalXor(boolean,boolean)': (a: boolean, b: boolean) => a !== b,
      'boolean parseBoolean(String)': (text: string | null) => text?.toLowerCase() === 'true',
      'String toString(boolean)': String,
      'Boolean valueOf(boolean)': (a: boolean) => a,
    },
  },
];
