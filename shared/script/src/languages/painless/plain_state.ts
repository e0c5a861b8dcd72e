/**
 * Script values as plain data for transfer between threads and nodes, and back: numbers keep their
 * types, containers their order. Values that OpenSearch cannot serialize are refused with its
 * messages.
 */

import {
  allocate,
  classNameOf,
  ELEMENT,
  Instant,
  illegalArgument,
  JArray,
  JavaObject,
  JBigInteger,
  JByte,
  JCollection,
  JDate,
  JDouble,
  JFloat,
  JList,
  JMap,
  JSet,
  JShort,
  kindOf,
  noText,
  nullPointer,
  rawNumber,
  type Throwable,
  toldToHost,
  type Value,
  ZonedDateTime,
  zoneOf,
} from '@skein/java';
import { CLASSES } from './classes.js';

/** A number represents an Integer, a bigint a Long. */
export type PlainState = null | string | boolean | number | bigint | PlainObject;

type PlainObject =
  | { readonly kind: 'double' | 'float' | 'byte' | 'short'; readonly value: number }
  | { readonly kind: 'big_integer' | 'date'; readonly value: bigint }
  | {
      readonly kind: 'zoned';
      readonly seconds: number | bigint;
      readonly nano: number;
      readonly zone: string;
    }
  | { readonly kind: 'list'; readonly items: readonly PlainState[] }
  /** A list of Doubles only. */
  | { readonly kind: 'doubles'; readonly values: Float64Array }
  | { readonly kind: 'set'; readonly order: ContainerOrder; readonly items: readonly PlainState[] }
  | {
      readonly kind: 'map';
      readonly order: ContainerOrder;
      readonly keys: readonly string[];
      readonly values: readonly PlainState[];
    }
  | { readonly kind: 'array'; readonly element: string; readonly items: readonly PlainState[] };

/** The iteration order of a container: by hash, by insertion, or sorted. */
type ContainerOrder = 'Hash' | 'LinkedHash' | 'Tree';

/** The point at which a value that cannot be serialized is refused; it selects the message. */
type StateRefusal = 'combined' | 'reduced';

/** The maximum nesting depth of a state. */
const MAX_DEPTH = 500;

/**
 * Throws an `ApiError` for a value that cannot be serialized. The caller must have checked
 * `holdsItself`.
 */
export function toPlainState(value: Value, refusal: StateRefusal): PlainState {
  return toldToHost(() => plain(value, { refusal, depth: 0 }));
}

interface Writing {
  readonly refusal: StateRefusal;
  readonly depth: number;
}

function plain(value: Value, writing: Writing): PlainState {
  if (!(value instanceof JavaObject)) return value;
  const kind = kindOf(value);
  if (kind === 'char') throw unwritable(value, writing);
  if (kind !== undefined) {
    return { kind, value: Number(rawNumber(value)) };
  }
  allocate(ELEMENT);
  if (writing.depth > MAX_DEPTH) {
    throw illegalArgument(`a state may be nested no deeper than [${MAX_DEPTH}]`);
  }
  const inner = { ...writing, depth: writing.depth + 1 };
  if (value instanceof JMap) return plainMap(value, inner);
  if (value instanceof JCollection) return plainCollection(value, inner);
  if (value instanceof JArray) return plainArray(value, inner);
  if (value instanceof JBigInteger) return { kind: 'big_integer', value: value.unscaled };
  if (value instanceof JDate) return { kind: 'date', value: value.millis };
  if (value instanceof ZonedDateTime && value.className === 'java.time.ZonedDateTime') {
    const { seconds, nano } = value.instant;
    return { kind: 'zoned', seconds, nano, zone: value.zone.id };
  }
  throw unwritable(value, writing);
}

/** A container sorted by a comparator keeps its order but loses the comparator. */
function orderOf({ className, comparison }: JMap): ContainerOrder {
  if (comparison !== undefined) return 'LinkedHash';
  if (className === 'java.util.TreeMap') return 'Tree';
  return className === 'java.util.HashMap' ? 'Hash' : 'LinkedHash';
}

function plainMap(map: JMap, writing: Writing): PlainState {
  const keys = map.keys().map((key) => {
    if (typeof key === 'string') return key;
    if (key === null) throw nullPointer('Cannot invoke "String.length()" because "str" is null');
    throw noText(key);
  });
  const values = keys.map((key) => plain(map.get(key), writing));
  return { kind: 'map', order: orderOf(map), keys, values };
}

function plainCollection(collection: JCollection, writing: Writing): PlainState {
  const { className } = collection;
  const isList = CLASSES.isSubtype(className, 'java.util.List') || isDocValues(className);
  if (!isList && !CLASSES.isSubtype(className, 'java.util.Set')) {
    throw unwritable(collection, writing);
  }
  const values = collection.toArray();
  allocate(values.length);
  if (!isList) {
    const order = collection instanceof JSet ? orderOf(collection.map) : 'Hash';
    return { kind: 'set', order, items: values.map((one) => plain(one, writing)) };
  }
  if (values.length > 0 && values.every((one) => one instanceof JDouble)) {
    return { kind: 'doubles', values: Float64Array.from(values, ({ value }) => value) };
  }
  return { kind: 'list', items: values.map((one) => plain(one, writing)) };
}

const isDocValues = (className: string): boolean => className.includes('ScriptDocValues');

/** Element types that serialized arrays may have; other arrays contain references. */
const WRITABLE: ReadonlySet<string> = new Set(['byte', 'int', 'long', 'float', 'double']);
const UNWRITABLE: ReadonlySet<string> = new Set(['short', 'boolean', 'char']);

function plainArray(array: JArray, writing: Writing): PlainState {
  const { element, items } = array;
  if (UNWRITABLE.has(element)) throw unwritable(array, writing);
  allocate(items.length);
  const own = WRITABLE.has(element)
    ? items.map(rawNumber)
    : items.map((one) => plain(one, writing));
  return { kind: 'array', element, items: own };
}

/** The JVM's names of primitive arrays. */
const ARRAY_CODES: Readonly<Record<string, string>> = {
  short: '[S',
  boolean: '[Z',
  char: '[C',
};

function unwritable(value: NonNullable<Value>, { refusal }: Writing): Throwable {
  const name = classNameOf(value);
  if (refusal === 'combined') {
    return illegalArgument(`Cannot write type [${name.replaceAll('$', '.')}] to stream`);
  }
  const code = value instanceof JArray ? ARRAY_CODES[value.element] : undefined;
  return illegalArgument(`can not write type [class ${code ?? name}]`);
}

/** Restores the values, with new containers. */
export function fromPlainState(state: PlainState): Value {
  return toldToHost(() => restored(state));
}

function restored(state: PlainState): Value {
  if (typeof state !== 'object' || state === null) return state;
  switch (state.kind) {
    case 'double':
      return new JDouble(state.value);
    case 'float':
      return new JFloat(state.value);
    case 'byte':
      return new JByte(state.value);
    case 'short':
      return new JShort(state.value);
    case 'big_integer':
      return new JBigInteger(state.value);
    case 'date':
      return new JDate(state.value);
    case 'zoned':
      return ZonedDateTime.ofInstant(new Instant(state.seconds, state.nano), zoneOf(state.zone));
    case 'doubles':
      return new JList(Array.from(state.values, (value) => new JDouble(value)));
    case 'list':
      return new JList(state.items.map(restored));
    case 'array':
      return new JArray(state.element, state.items.map(restored));
    case 'set':
      return setOf(state);
    case 'map':
      return mapOf(state);
  }
}

function setOf({ order, items }: Extract<PlainState, { kind: 'set' }>): JSet {
  const set = new JSet(`java.util.${order}Set`);
  for (const item of items) set.add(restored(item));
  return set;
}

function mapOf({ order, keys, values }: Extract<PlainState, { kind: 'map' }>): JMap {
  const map = new JMap(`java.util.${order}Map`);
  keys.forEach((key, i) => {
    map.put(key, restored(values[i] ?? null));
  });
  return map;
}
