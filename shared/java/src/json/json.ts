/**
 * JSON of the node as script values. Fractional numbers are Doubles, large integers Longs; key
 * order is kept.
 */

import { assert } from '@skein/base';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { JList, JMap } from '../containers/collections.js';
import { kindOf, rawNumber } from '../values/convert.js';
import { classNameOf, JDouble, type Value } from '../values/value.js';
import { bigInteger } from '../whitelist/big_numbers.js';
import { markedDouble } from './exact_json.js';

export function fromJson(
  json: JsonValue | undefined,
  kind: 'java.util.HashMap' | 'java.util.LinkedHashMap' = 'java.util.LinkedHashMap',
): Value {
  if (typeof json === 'number') return fromNumber(json);
  if (typeof json === 'bigint') return fromBigInt(json);
  if (json === null || typeof json !== 'object') return json ?? null;
  if (isJsonArray(json)) return new JList(json.map((one) => fromJson(one, kind)));
  assert(isJsonObject(json), 'requests and documents contain no encoded JSON');
  const double = markedDouble(json);
  if (double !== undefined) return new JDouble(double);
  return entriesFromJson(json, kind);
}

/** The members of an object in a request, such as the parameters of a script, as a `HashMap`. */
export function mapFromJson(json: JsonObject): JMap {
  return entriesFromJson(json, 'java.util.HashMap');
}

function entriesFromJson(json: JsonObject, kind: 'java.util.HashMap' | 'java.util.LinkedHashMap') {
  const map = new JMap(kind);
  for (const [key, value] of Object.entries(json)) map.put(key, fromJson(value, kind));
  return map;
}

function fromBigInt(value: bigint): Value {
  return value === BigInt.asIntN(64, value) ? value : bigInteger(value);
}

function fromNumber(value: number): Value {
  if (!Number.isInteger(value) || Object.is(value, -0)) return new JDouble(value);
  if (value === (value | 0)) return value;
  return Number.isSafeInteger(value) ? BigInt(value) : new JDouble(value);
}

/** A Number returned by a script, as a double; NaN for any other value. */
export function numberOfValue(value: Value): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (value === null || typeof value !== 'object' || kindOf(value) === undefined) return Number.NaN;
  return Number(rawNumber(value));
}

const BIG_NUMBERS: ReadonlySet<string> = new Set(['java.math.BigInteger', 'java.math.BigDecimal']);

/** True if the value is a `Number`; a `char` is not. */
export function isNumberValue(value: Value): boolean {
  if (value === null) return false;
  const kind = kindOf(value);
  return kind === undefined ? BIG_NUMBERS.has(classNameOf(value)) : kind !== 'char';
}

/**
 * The static type that a parameter with a known value can have; undefined if it is determined at
 * run time.
 */
export function paramType(value: Value): string | undefined {
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'boolean';
  const kind = kindOf(value);
  return kind === 'int' || kind === 'long' || kind === 'double' ? kind : undefined;
}

/** A parameter in the form of its static type. */
export function unboxed(value: Value): unknown {
  return kindOf(value) === undefined ? value : rawNumber(value);
}
