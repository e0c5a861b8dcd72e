/**
 * Writes a script value as JSON like OpenSearch: instants in full, enumerations by name; values
 * without a JSON form are refused. Keys of maps must be strings.
 */

import type { JsonValue } from '@skein/content';
import { JCollection, JMap } from '../containers/collections.js';
import { JArray } from '../containers/container_types.js';
import { BytesRef, GeoPoint } from '../host/host.js';
import { toldToHost } from '../host/told_to_host.js';
import { encodeBytes } from '../text/base64.js';
import { timeJson } from '../time/time_json.js';
import { boxAs, kindOf, rawNumber } from '../values/convert.js';
import { EnumConstant } from '../values/enum_constant.js';
import { allocate, ELEMENT } from '../values/meter.js';
import { castMessage, classCast, illegalArgument, type Throwable } from '../values/throwable.js';
import { classNameOf, type JavaObject, textOf, type Value } from '../values/value.js';

/** The maximum depth of a written value, since a map may contain itself. */
const MAX_DEPTH = 100;

/** Writes a Double or a Float, so that a host can keep `1.0` from becoming `1`. */
export type DoubleWriter = (value: number) => JsonValue;

const asNumber: DoubleWriter = (value) => value;

/** Throws an `ApiError` for a value without a JSON form. */
export function toJson(value: Value, writeDouble: DoubleWriter = asNumber): JsonValue {
  return toldToHost(() => convert(value, { writeDouble, depth: 0 }));
}

interface Writing {
  readonly writeDouble: DoubleWriter;
  readonly depth: number;
}

function convert(value: Value, writing: Writing): JsonValue {
  if (writing.depth > MAX_DEPTH) {
    throw illegalArgument('Iterable object is self-referencing itself');
  }
  if (value === null || (typeof value !== 'bigint' && typeof value !== 'object')) return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  const kind = kindOf(value);
  if (kind === 'char') throw unknown('java.lang.Character');
  // A float is written with its own digits, not with those of the equal double.
  if (kind === 'float') return writing.writeDouble(Number(value.text()));
  if (kind === 'double') return writing.writeDouble(Number(rawNumber(value)));
  if (kind !== undefined) return rawNumber(value);
  // A container may be contained many times: each time it is written counts.
  allocate(ELEMENT);
  const inner = { ...writing, depth: writing.depth + 1 };
  if (value instanceof JMap) return mapToJson(value, inner);
  if (value instanceof JCollection) return value.toArray().map((one) => convert(one, inner));
  if (value instanceof JArray) return arrayToJson(value, inner);
  return objectToJson(value, writing);
}

function mapToJson(map: JMap, inner: Writing): JsonValue {
  const entries = map
    .keys()
    .map((key): [string, JsonValue] => [keyOf(key), convert(map.get(key), inner)]);
  return Object.fromEntries(entries);
}

function keyOf(key: Value): string {
  if (typeof key === 'string') return key;
  if (key === null) throw illegalArgument('Field name cannot be null');
  throw noText(key);
}

/** The error for a map key that is not a String. */
export function noText(key: NonNullable<Value>): Throwable {
  return classCast(castMessage(classNameOf(key), 'java.lang.String'));
}

/** Java's names of the arrays without a JSON form. */
const UNKNOWN_ARRAYS: ReadonlyMap<string, string> = new Map([
  ['boolean', '[Z'],
  ['char', '[C'],
]);

function arrayToJson(array: JArray, inner: Writing): JsonValue {
  const { element, items } = array;
  const refused = UNKNOWN_ARRAYS.get(element);
  if (refused !== undefined) throw unknown(refused);
  if (element === 'byte') return encodeBytes(array.numbers);
  const box = boxAs(element);
  return items.map((one) => convert(box?.(one) ?? one, inner));
}

/** Classes that are written as they print. */
const AS_TEXT: ReadonlySet<string> = new Set([
  ...['Duration', 'LocalDate', 'MonthDay', 'Period', 'Year'].map((name) => `java.time.${name}`),
  'java.util.Locale',
  'org.opensearch.script.JodaCompatibleZonedDateTime',
]);

function objectToJson(value: JavaObject, { writeDouble }: Writing): JsonValue {
  const { className } = value;
  if (className === 'java.math.BigInteger') return BigInt(value.text());
  if (className === 'java.math.BigDecimal') return writeDouble(Number(value.text()));
  if (value instanceof BytesRef) return encodeBytes(Array.from(value.bytes));
  if (value instanceof GeoPoint) return { lat: value.lat, lon: value.lon };
  if (value instanceof EnumConstant || AS_TEXT.has(className)) return textOf(value);
  const time = timeJson(value);
  if (time === undefined) throw unknown(className);
  return time;
}

function unknown(className: string): Throwable {
  return illegalArgument(`cannot write xcontent for unknown value of type class ${className}`);
}
