/** Between JSON of the node and values of a script. Numbers that are not whole are Doubles; long ones Longs; key order is kept. */

import { ApiError } from '@skein/errors';
import { markedDouble } from '../../../exact_json.js';
import { bigInteger } from '../whitelist/big_numbers.js';
import { JCollection, JList, JMap } from './collections.js';
import { JArray } from './container_types.js';
import { boxAs, kindOf, rawNumber } from './convert.js';
import { GeoPoint } from './host.js';
import { asThrowable, illegalArgument, wireType } from './throwable.js';
import { classNameOf, JDouble, textOf, type Value } from './value.js';

/** JSON as scripts' hosts hold it; objects may be Maps. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

export function fromJson(
  json: Json,
  kind: 'java.util.HashMap' | 'java.util.LinkedHashMap' = 'java.util.LinkedHashMap',
): Value {
  if (typeof json === 'number') return fromNumber(json);
  if (typeof json === 'bigint') return fromBigInt(json);
  if (json === null || typeof json !== 'object') return json ?? null;
  if (Array.isArray(json)) return new JList(json.map((one: Json) => fromJson(one, kind)));
  const double = markedDouble(json as { readonly [key: string]: Json });
  if (double !== undefined) return new JDouble(double);
  const map = new JMap(kind);
  for (const [key, value] of Object.entries(json)) map.put(key, fromJson(value as Json, kind));
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

/** Depth of a value that can be written back: a map may hold itself. */
const MAX_DEPTH = 100;

/** How a host writes a Double or a Float, so that `1.0` does not become `1`. */
export type DoubleWriter = (value: number) => unknown;

const asNumber: DoubleWriter = (value) => value;

/** Throws an `ApiError` for what has no form in JSON. */
export function toJson(value: Value, writeDouble: DoubleWriter = asNumber): Json {
  try {
    return convert(value, { writeDouble, depth: 0 });
  } catch (error) {
    const thrown = asThrowable(error);
    if (thrown === undefined) throw error;
    throw new ApiError('illegal_argument_exception', thrown.message ?? wireType(thrown.className));
  }
}

const BIG_INTEGER = 'java.math.BigInteger';
const BIG_DECIMAL = 'java.math.BigDecimal';

interface Writing {
  readonly writeDouble: DoubleWriter;
  readonly depth: number;
}

function convert(value: Value, writing: Writing): Json {
  const { depth } = writing;
  const inner = { ...writing, depth: depth + 1 };
  if (depth > MAX_DEPTH) throw illegalArgument('Iterable object is self-referencing itself');
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    typeof value === 'number'
  )
    return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  const kind = kindOf(value);
  if (kind === 'char') {
    throw illegalArgument(
      'cannot write xcontent for unknown value of type class java.lang.Character',
    );
  }
  if (kind === 'double' || kind === 'float')
    return writing.writeDouble(Number(rawNumber(value))) as Json;
  if (kind !== undefined) return rawNumber(value);
  if (value instanceof JMap) return mapToJson(value, inner);
  if (value.className === BIG_INTEGER) return BigInt(value.text());
  if (value.className === BIG_DECIMAL) return writing.writeDouble(Number(value.text())) as Json;
  if (value instanceof GeoPoint) return { lat: value.lat, lon: value.lon };
  if (value instanceof JCollection) return value.toArray().map((one) => convert(one, inner));
  if (value instanceof JArray) {
    const box = boxAs(value.element) as ((value: unknown) => Value) | undefined;
    return value.items.map((one) => convert(box?.(one) ?? (one as Value), inner));
  }
  return textOf(value);
}

function mapToJson(map: JMap, inner: Writing): Json {
  const entries = map
    .keys()
    .map((key): [string, Json] => [textOf(key), convert(map.get(key), inner)]);
  return Object.fromEntries(entries);
}

/** A Number a script gave, as a double; NaN for anything else. */
export function numberOfValue(value: Value): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (value === null || typeof value !== 'object' || kindOf(value) === undefined) return Number.NaN;
  return Number(rawNumber(value));
}

const BIG_NUMBERS: ReadonlySet<string> = new Set(['java.math.BigInteger', 'java.math.BigDecimal']);

/** Whether it is a `Number`: a `char` is none. */
export function isNumberValue(value: Value): boolean {
  if (value === null) return false;
  const kind = kindOf(value);
  return kind === undefined ? BIG_NUMBERS.has(classNameOf(value)) : kind !== 'char';
}

/** The static type a parameter can have when its value is known; undefined: it is looked at when the script runs. */
export function paramType(value: Value): string | undefined {
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'boolean';
  const kind = kindOf(value);
  return kind === 'int' || kind === 'long' || kind === 'double' ? kind : undefined;
}

/** A parameter in the form its static type has. */
export function unboxed(value: Value): unknown {
  return kindOf(value) === undefined ? value : rawNumber(value);
}
