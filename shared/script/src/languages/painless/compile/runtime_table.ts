/**
 * All functions that emitted text can call, frozen. A name outside this table cannot be reached.
 */
import {
  allocate,
  asThrowable,
  type ClassRegistry,
  checkTime,
  classCast,
  classNameOf,
  convert,
  doubleText,
  ELEMENT,
  enter,
  floatText,
  iterate,
  JArray,
  JFunction,
  JList,
  JMap,
  leave,
  loopLimit,
  negativeArraySize,
  notNull,
  spend,
  Throwable,
  textOf,
  UNPLACED,
  type Value,
} from '@skein/java';
import * as arithmetic from '../runtime/arithmetic.js';
import * as dynamic from '../runtime/dynamic.js';
import {
  docBoolean,
  docCount,
  docDateAt,
  docDouble,
  docLong,
  docMillis,
  docValues,
  docWhole,
  nextRow,
  putRow,
  rowScore,
  slot,
} from '../runtime/slots.js';

/** Called at every 256th iteration of a loop. */
function tick(turns: number): void {
  if (turns <= 0) loopLimit();
  spend(256);
  checkTime();
}

/**
 * Adds the position to an exception that leaves a function, unless an inner function has set it.
 */
function trace(thrown: unknown, offset: number): unknown {
  const throwable = asThrowable(thrown);
  if (throwable === undefined) return thrown;
  if (throwable.offset === UNPLACED) throwable.offset = offset;
  return throwable;
}

/** Sets the position of an exception that a script created. */
function madeAt(made: Throwable, offset: number): Throwable {
  made.offset = offset;
  return made;
}

function isInstance(registry: ClassRegistry, value: Value, type: string): boolean {
  return value !== null && registry.isSubtype(classNameOf(value), type);
}

function makeList(...items: Value[]): JList {
  allocate(items.length + 1);
  return new JList(items);
}

function makeMap(...pairs: Value[]): JMap {
  const map = new JMap();
  for (let i = 0; i < pairs.length; i += 2) map.put(pairs[i] ?? null, pairs[i + 1] ?? null);
  return map;
}

/** The sizes are checked before any array is made: an array of no arrays reads the first alone. */
function makeArray(type: string, zero: Value, sizes: number[]): JArray {
  const negative = sizes.find((size) => size < 0);
  if (negative !== undefined) throw negativeArraySize(String(negative));
  return makeArrays(type, zero, sizes);
}

function makeArrays(type: string, zero: Value, sizes: readonly number[]): JArray {
  const [size = 0, ...rest] = sizes;
  allocate((size + 1) * ELEMENT);
  const element = type.slice(0, -2);
  const items = new Array<Value>(size).fill(zero);
  if (rest.length > 0) for (let i = 0; i < size; i++) items[i] = makeArrays(element, zero, rest);
  return new JArray(element, items);
}

function arrayOf(element: string, ...items: Value[]): JArray {
  allocate(items.length + 1);
  return new JArray(element, items);
}

/** Returns a value that may be thrown; null may not. */
function throwing(value: Value): Throwable {
  const thrown = notNull(value, 'Cannot throw exception because value is null');
  if (thrown instanceof Throwable) return thrown;
  throw classCast(`class ${classNameOf(thrown)} cannot be cast to class java.lang.Exception`);
}

function setItem(array: JArray | null, index: number, value: Value): Value {
  const held = dynamic.heldArray(array);
  held.items[dynamic.checkedIndex(held, index)] = value;
  return value;
}

function getItem(array: JArray | null, index: number): unknown {
  const held = dynamic.heldArray(array);
  return held.items[dynamic.checkedIndex(held, index)];
}

const call0 = (site: dynamic.Site, receiver: Value): Value => site.method(receiver)(receiver);
const call1 = (site: dynamic.Site, receiver: Value, a: Value): Value =>
  site.method(receiver)(receiver, a);
const callN = (site: dynamic.Site, receiver: Value, ...args: Value[]): Value =>
  site.method(receiver)(receiver, ...args);

const makeLambda = (className: string, fn: (...args: never[]) => unknown): JFunction => {
  allocate(1);
  return new JFunction(className, fn);
};

export const RUNTIME = Object.freeze({
  ...arithmetic,
  boxDouble: convert.boxDouble,
  boxFloat: convert.boxFloat,
  boxByte: convert.boxByte,
  boxShort: convert.boxShort,
  boxChar: convert.boxChar,
  intToLong: convert.intToLong,
  longToInt: convert.longToInt,
  longToDouble: convert.longToDouble,
  longToFloat: convert.longToFloat,
  toFloat: convert.toFloat,
  doubleToInt: convert.doubleToInt,
  doubleToLong: convert.doubleToLong,
  defToNumber: convert.defToNumber,
  defToBoolean: convert.defToBoolean,
  rawNumber: convert.rawNumber,
  dynamicGet: dynamic.dynamicGet,
  dynamicSet: dynamic.dynamicSet,
  dynamicIndex: dynamic.dynamicIndex,
  dynamicSetIndex: dynamic.dynamicSetIndex,
  defToReference: dynamic.defToReference,
  asFunction: dynamic.asFunction,
  tick,
  trace,
  madeAt,
  isInstance,
  makeList,
  makeMap,
  makeArray,
  arrayOf,
  throwing,
  setItem,
  getItem,
  call0,
  call1,
  callN,
  makeLambda,
  notNull,
  enter,
  leave,
  iterate,
  doubleText,
  floatText,
  textOf,
  asText: String,
  docDouble,
  docLong,
  docWhole,
  docMillis,
  docDateAt,
  docCount,
  docBoolean,
  docValues,
  slot,
  nextRow,
  rowScore,
  putRow,
  module: (main: unknown, rows: unknown) => ({ main, rows }),
  bigInt64: (value: bigint): bigint => BigInt.asIntN(64, value),
  imul: Math.imul,
});

export type RuntimeName = keyof typeof RUNTIME;
