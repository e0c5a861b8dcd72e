/**
 * Encodes requests of commands as bytes, to send them to the master. The format is JSON in which
 * maps, sets and bytes have special forms. A form is marked by a reserved key. Since users choose
 * keys of objects and maps, an object that contains such a key is written as a list.
 */
import { assert } from '@skein/base';
import { encodeJson, type JsonValue, parseJson, RawJson } from '@skein/content';

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
  if (typeof value !== 'object') return value as JsonValue;
  if (value instanceof RawJson) return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return { [MAP]: pairs([...value]) };
  if (value instanceof Set) return { [SET]: [...value].map(toJson) };
  const prototype: unknown = Object.getPrototypeOf(value);
  assert(prototype === Object.prototype || prototype === null, 'a command request is plain data');
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  if (entries.some(([key]) => key.startsWith(MARK))) return { [OBJECT]: pairs(entries) };
  return Object.fromEntries(entries.map(([key, field]) => [key, toJson(field)]));
}

function pairs(entries: readonly (readonly [unknown, unknown])[]): JsonValue {
  return entries.map(([key, value]) => [toJson(key), toJson(value)]);
}

function fromJson(json: JsonValue | undefined): unknown {
  if (typeof json !== 'object' || json === null || json instanceof RawJson) return json;
  if (Array.isArray(json)) return json.map(fromJson);
  const fields = json as { readonly [key: string]: JsonValue | undefined };
  if (fields[MAP] !== undefined) return new Map(pairsOf(fields[MAP]));
  if (fields[SET] !== undefined) return new Set((fields[SET] as JsonValue[]).map(fromJson));
  if (fields[OBJECT] !== undefined) return Object.fromEntries(pairsOf(fields[OBJECT]));
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, fromJson(value)]));
}

function pairsOf(json: JsonValue): [string, unknown][] {
  return (json as [JsonValue, JsonValue][]).map(([key, value]) => [
    fromJson(key) as string,
    fromJson(value),
  ]);
}
