/**
 * Encodes requests of commands as bytes, to send them to the master. The format is JSON in which
 * maps, sets and bytes have special forms. A form is marked by a reserved key. Since users choose
 * keys of objects and maps, an object that contains such a key is written as a list.
 */
import { assert } from '@skein/base';
import {
  encodeJson,
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonValue,
  parseJson,
  RawJson,
} from '@skein/content';

const MARK = '\u0000';
const MAP = `${MARK}map`;
const SET = `${MARK}set`;
const OBJECT = `${MARK}object`;

export function encodeCommandRequest(request: unknown): Uint8Array {
  return encodeJson(toJson(request));
}

/**
 * Decodes the output of `encodeCommandRequest` for a request of type `Request`; fields that were
 * `undefined` are absent. The bytes come from a node of this cluster and are not checked.
 */
export function decodeCommandRequest<Request>(bytes: Uint8Array): Request {
  return fromJson(parseJson(bytes)) as Request;
}

function toJson(value: unknown): JsonValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof RawJson) return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return { [MAP]: pairs([...value]) };
  if (value instanceof Set) return { [SET]: [...value].map(toJson) };
  assert(isPlainObject(value), 'a command request is plain data');
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  if (entries.some(([key]) => key.startsWith(MARK))) return { [OBJECT]: pairs(entries) };
  return Object.fromEntries(entries.map(([key, field]) => [key, toJson(field)]));
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function pairs(entries: readonly (readonly [unknown, unknown])[]): JsonValue {
  return entries.map(([key, value]) => [toJson(key), toJson(value)]);
}

function fromJson(json: JsonValue | undefined): unknown {
  if (isJsonArray(json)) return json.map(fromJson);
  if (!isJsonObject(json)) return json;
  const { [MAP]: map, [SET]: set, [OBJECT]: object } = json;
  if (map !== undefined) return new Map(pairsOf(map));
  if (set !== undefined) return new Set(itemsOf(set).map(fromJson));
  if (object !== undefined) {
    return Object.fromEntries(pairsOf(object).map(([key, value]) => [String(key), value]));
  }
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
}

function pairsOf(json: JsonValue): [key: unknown, value: unknown][] {
  return itemsOf(json).map((pair) => {
    const [key, value] = itemsOf(pair);
    return [fromJson(key), fromJson(value)];
  });
}

function itemsOf(json: JsonValue): JsonArray {
  assert(isJsonArray(json), 'an encoded collection is a list');
  return json;
}
