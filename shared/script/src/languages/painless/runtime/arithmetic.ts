/**
 * Operators on primitives that JavaScript lacks, and operators on `def` with promotion at run time.
 */
import {
  allocate,
  arithmetic,
  boxDouble,
  boxFloat,
  boxNumber,
  classCast,
  classNameOf,
  convertNumber,
  equalValues,
  JArray,
  JavaObject,
  kindOf,
  longToInt,
  nullPointer,
  Pattern,
  rawNumber,
  textOf,
  type Value,
} from '@skein/java';

export function divideInt(a: number, b: number): number {
  if (b === 0) throw arithmetic('/ by zero');
  return (a / b) | 0;
}

export function remainderInt(a: number, b: number): number {
  if (b === 0) throw arithmetic('/ by zero');
  return (a % b) | 0;
}

export function divideLong(a: bigint, b: bigint): bigint {
  if (b === 0n) throw arithmetic('/ by zero');
  return BigInt.asIntN(64, a / b);
}

export function remainderLong(a: bigint, b: bigint): bigint {
  if (b === 0n) throw arithmetic('/ by zero');
  return a % b;
}

export const shiftLeftLong = (a: bigint, b: number): bigint =>
  BigInt.asIntN(64, a << BigInt(b & 63));
export const shiftRightLong = (a: bigint, b: number): bigint => a >> BigInt(b & 63);
export const shiftUnsignedLong = (a: bigint, b: number): bigint =>
  BigInt.asIntN(64, BigInt.asUintN(64, a) >> BigInt(b & 63));

/**
 * `a + b` of strings, charged by the length of the result: repeated doubling is the cheapest way to
 * fill a heap.
 */
export function concat(a: string, b: string): string {
  const length = a.length + b.length;
  if (length > 64) allocate(length);
  return a + b;
}

const INT_OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => (a + b) | 0,
  '-': (a, b) => (a - b) | 0,
  '*': Math.imul,
  '/': divideInt,
  '%': remainderInt,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
};

const LONG_OPERATIONS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => BigInt.asIntN(64, a + b),
  '-': (a, b) => BigInt.asIntN(64, a - b),
  '*': (a, b) => BigInt.asIntN(64, a * b),
  '/': divideLong,
  '%': remainderLong,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
};

const DOUBLE_OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** The common numeric type; byte, short, char and int promote to int. */
export function promote(a: string, b: string): string {
  if (a === 'double' || b === 'double') return 'double';
  if (a === 'float' || b === 'float') return 'float';
  return a === 'long' || b === 'long' ? 'long' : 'int';
}

/** `+` of references: concatenation if one is a String, otherwise addition. */
export function defAdd(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return (a + b) | 0;
  if (typeof a === 'string' || typeof b === 'string') return concat(textOf(a), textOf(b));
  return defArithmetic('+', a, b);
}

export function defArithmetic(op: string, a: Value, b: Value): Value {
  const from = kindOf(a);
  const to = kindOf(b);
  if (from === undefined || to === undefined) return defBoolean(op, a, b);
  const type = promote(from, to);
  if (type === 'int')
    return operation(INT_OPERATIONS, op, a, b)(Number(rawNumber(a)), Number(rawNumber(b)));
  if (type === 'long') {
    const run = operation(LONG_OPERATIONS, op, a, b);
    return run(BigInt(rawNumber(a)), BigInt(rawNumber(b)));
  }
  const result = operation(DOUBLE_OPERATIONS, op, a, b)(floating(a, type), floating(b, type));
  return type === 'double' ? boxDouble(result) : boxFloat(Math.fround(result));
}

function floating(value: Value, type: string): number {
  return Number(convertNumber(rawNumber(value), type));
}

function operation<T>(table: Readonly<Record<string, T>>, op: string, a: Value, b: Value): T {
  const found = Object.hasOwn(table, op) ? table[op] : undefined;
  if (found === undefined) throw cannotApply(op, a, b);
  return found;
}

function defBoolean(op: string, a: Value, b: Value): Value {
  if (typeof a === 'boolean' && typeof b === 'boolean') {
    if (op === '&') return a && b;
    if (op === '|') return a || b;
    if (op === '^') return a !== b;
  }
  if (a === null) throw nullPointer('Cannot invoke "Object.getClass()" because "left" is null');
  if (b === null) throw nullPointer('Cannot invoke "Object.getClass()" because "right" is null');
  throw cannotApply(op, a, b);
}

function cannotApply(op: string, a: Value, b: Value): object {
  const name = (value: Value): string => (value === null ? 'null' : classNameOf(value));
  return classCast(`Cannot apply [${op}] operation to types [${name(a)}] and [${name(b)}].`);
}

export function defShift(op: string, a: Value, b: Value): Value {
  const type = kindOf(a);
  const byType = kindOf(b);
  if (type === undefined || byType === undefined) return defBoolean(op, a, b);
  if (type === 'float' || type === 'double' || byType === 'float' || byType === 'double')
    throw cannotApply(op, a, b);
  const raw = rawNumber(b);
  const by = typeof raw === 'bigint' ? longToInt(raw) : raw;
  const value = rawNumber(a);
  return typeof value === 'bigint' ? shiftLong(op, value, by) : shiftInt(op, value, by);
}

function shiftInt(op: string, value: number, by: number): number {
  if (op === '<<') return value << by;
  return op === '>>' ? value >> by : (value >>> by) | 0;
}

function shiftLong(op: string, value: bigint, by: number): bigint {
  if (op === '<<') return shiftLeftLong(value, by);
  return op === '>>' ? shiftRightLong(value, by) : shiftUnsignedLong(value, by);
}

/** `<`, `<=`, `>`, `>=` of references to numbers or chars. */
export function defCompare(op: string, a: Value, b: Value): boolean {
  const from = kindOf(a);
  const to = kindOf(b);
  if (from === undefined || to === undefined) return defBoolean(op, a, b) === true;
  const type = promote(from, to);
  const left = convertNumber(rawNumber(a), type);
  const right = convertNumber(rawNumber(b), type);
  if (op === '<') return left < right;
  if (op === '<=') return left <= right;
  return op === '>' ? left > right : left >= right;
}

/**
 * `==`: numbers by value regardless of class, other values by `equals`; comparing a boolean with a
 * number is an error.
 */
export function defEquals(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  const from = kindOf(a);
  const to = kindOf(b);
  if (from === undefined || to === undefined) {
    if (typeof a === 'boolean' && to !== undefined)
      throw classCast(`Cannot cast java.lang.Boolean to ${classNameOf(b)}`);
    if (typeof b === 'boolean' && from !== undefined)
      throw classCast('Cannot cast from: boolean to boolean');
    return equalValues(a, b);
  }
  const type = promote(from, to);
  return convertNumber(rawNumber(a), type) === convertNumber(rawNumber(b), type);
}

/**
 * `===`: the same object. Java shares small boxed numbers; here all boxed numbers are compared by
 * value.
 */
export function sameReference(a: Value, b: Value): boolean {
  return a === b || (a instanceof JavaObject && kindOf(a) !== undefined && a.equals(b));
}

export function defNegate(value: Value): Value {
  return defUnary('-', value, (type, raw) => {
    if (typeof raw === 'bigint') return BigInt.asIntN(64, -raw);
    return type === 'int' ? -raw | 0 : -raw;
  });
}

export function defPlus(value: Value): Value {
  return defUnary('+', value, (_type, raw) => raw);
}

export function defComplement(value: Value): Value {
  return defUnary('~', value, (type, raw) => {
    if (type === 'float' || type === 'double') throw cannotApplyUnary('~', value);
    return ~raw;
  });
}

function defUnary(
  op: string,
  value: Value,
  run: (type: string, raw: number | bigint) => number | bigint,
): Value {
  if (value === null)
    throw nullPointer('Cannot invoke "Object.getClass()" because "unary" is null');
  const kind = kindOf(value);
  if (kind === undefined) throw cannotApplyUnary(op, value);
  const type = promote(kind, 'int');
  return boxNumber(run(type, rawNumber(value)), type);
}

function cannotApplyUnary(op: string, value: Value): object {
  const name = value === null ? 'null' : classNameOf(value);
  return classCast(`Cannot apply [${op}] operation to type [${name}].`);
}

/** A compound assignment to a reference narrows the result to the class it held. */
export function defNarrowLike(like: Value, result: Value): Value {
  const kind = kindOf(like);
  if (kind === undefined) {
    if (like === null || typeof like === typeof result) return result;
    const name = typeof like === 'boolean' ? 'boolean' : classNameOf(like);
    throw classCast(`Cannot cast ${result === null ? null : classNameOf(result)} to ${name}`);
  }
  if (kindOf(result) === undefined && result !== null) {
    throw classCast(`class ${classNameOf(result)} cannot be cast to class java.lang.Number`);
  }
  return boxNumber(convertNumber(rawNumber(result), kind), kind);
}

export function regexFind(pattern: Value, text: Value): boolean {
  return asPattern(pattern).find(charSequence(text));
}

export function regexMatches(pattern: Value, text: Value): boolean {
  return asPattern(pattern).matches(charSequence(text));
}

function asPattern(pattern: Value): Pattern {
  if (pattern instanceof Pattern) return pattern;
  if (pattern === null)
    throw nullPointer(
      'Cannot invoke "java.util.regex.Pattern.matcher(java.lang.CharSequence)" because value is null',
    );
  throw classCast(`class ${classNameOf(pattern)} cannot be cast to class java.util.regex.Pattern`);
}

function charSequence(text: Value): string {
  if (text === null)
    throw nullPointer(
      'Cannot invoke "java.lang.CharSequence.length()" because "this.wrapped" is null',
    );
  return textOf(text);
}

/** The length of a Java array. */
export function arrayLength(value: Value): number {
  if (value instanceof JArray) return value.items.length;
  throw nullPointer('Cannot read the array length because value is null');
}

export const charText = (value: number): string => String.fromCharCode(value);
