/**
 * Converts settings between the JSON form (nested objects, dotted keys, arrays) and the flat form
 * (`Settings`).
 */
import { atOnce, simpleMatch } from '@skein/base';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RawJson,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Settings, SettingsUpdate, ShownSettings } from './settings.js';
import { elementsOf, listKeyOf, sortedSettings } from './settings.js';

/** `{index: {a: 1, "b.c": [x]}}` -> `index.a=1, index.b.c.0=x`. Null values are left out. */
export function flattenSettings(json: JsonObject): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of flattenSettingsUpdate(json)) if (value !== null) flat.set(key, value);
  return flat;
}

/** Like `flattenSettings`, but keeps nulls, which reset a key. */
export function flattenSettingsUpdate(json: JsonObject): Map<string, string | null> {
  return atOnce(flatteningSettingsUpdate(json));
}

/** Like `flattenSettingsUpdate`, with a pause after each key. */
export function* flatteningSettingsUpdate(
  json: JsonObject,
): Generator<void, Map<string, string | null>> {
  const flat = new Map<string, string | null>();
  yield* flattenObject(json, '', flat);
  return flat;
}

type Flat = Map<string, string | null>;

/** Limit of the parts of a key: the nested form of the settings has an object for each of them. */
const MAX_PARTS = 100;
const SHOWN_CHARACTERS = 100;

function checkParts(key: string): void {
  let parts = 1;
  for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) parts++;
  if (parts <= MAX_PARTS) return;
  const shown = key.slice(0, SHOWN_CHARACTERS);
  throw new ApiError(
    'illegal_argument_exception',
    `setting [${shown}...] has [${parts}] parts between dots, the limit is [${MAX_PARTS}]`,
  );
}

function* flattenObject(json: JsonObject, prefix: string, into: Flat): Generator<void, void> {
  for (const key of Object.keys(json)) {
    const value = json[key];
    if (value !== undefined) yield* flattenValue(value, prefix + key, into);
  }
}

function* flattenValue(value: JsonValue, key: string, into: Flat): Generator<void, void> {
  checkParts(key);
  if (isJsonArray(value)) {
    if (value.length === 0) into.set(key, '');
    for (const [position, element] of value.entries()) {
      into.set(`${key}.${position}`, scalarText(element, key));
      yield;
    }
  } else if (isJsonObject(value)) {
    yield* flattenObject(value, `${key}.`, into);
  } else {
    into.set(key, value === null ? null : scalarText(value, key));
    yield;
  }
}

function scalarText(value: JsonValue, key: string): string {
  if (value === null || typeof value === 'object') {
    const what = value === null ? 'a null' : value instanceof RawJson ? 'raw' : 'a structured';
    throw new ApiError('illegal_argument_exception', `setting [${key}] holds ${what} list value`);
  }
  return String(value);
}

/**
 * Adds `prefix` to every key that does not have it (`number_of_shards` ->
 * `index.number_of_shards`).
 */
export function withPrefix<T extends string | null>(
  settings: ReadonlyMap<string, T>,
  prefix: string,
): Map<string, T> {
  const result = new Map<string, T>();
  for (const [key, value] of settings) {
    const keep = key.startsWith(prefix) || `${key}.` === prefix || key.startsWith('*');
    result.set(keep ? key : prefix + key, value);
  }
  return result;
}

/** `{"index.a": "1", "index.b": ["x", "y"]}`, keys sorted: the `flat_settings=true` form. */
export function flatSettingsJson(settings: ShownSettings): JsonObject {
  const entries: [string, JsonValue][] = [];
  for (const [key, value] of sortedSettings(settings)) {
    const listKey = listKeyOf(key);
    if (listKey === key || !settings.has(`${listKey}.0`)) entries.push([key, value]);
    else if (key === `${listKey}.0`) entries.push([listKey, elementsOf(settings, listKey)]);
  }
  return Object.fromEntries(entries);
}

type Tree = Map<string, Tree | JsonValue>;

/**
 * `{index: {a: "1", b: ["x", "y"]}}`. A key that is both a value and a parent keeps its dotted form
 * (`b`, `b.c`).
 */
export function unflattenSettings(settings: ShownSettings): JsonObject {
  const root: Tree = new Map();
  for (const [key, value] of Object.entries(flatSettingsJson(settings))) {
    insert(root, key.split('.'), value as JsonValue);
  }
  return treeToJson(root);
}

function insert(tree: Tree, parts: readonly string[], value: JsonValue): void {
  let node = tree;
  for (let depth = 0; depth < parts.length - 1; depth++) {
    const part = parts[depth] ?? '';
    const child = node.get(part);
    if (child === undefined) {
      const next: Tree = new Map();
      node.set(part, next);
      node = next;
    } else if (child instanceof Map) {
      node = child;
    } else {
      node.set(parts.slice(depth).join('.'), value);
      return;
    }
  }
  node.set(parts[parts.length - 1] ?? '', value);
}

function treeToJson(tree: Tree): JsonObject {
  return Object.fromEntries(
    [...tree].map(([key, child]) => [key, child instanceof Map ? treeToJson(child) : child]),
  );
}

/**
 * `current` with `update` applied: nulls (also with `*`) remove, a new list replaces the whole old
 * one.
 */
export function applySettingsUpdate(current: Settings, update: SettingsUpdate): Settings {
  const result = new Map(current);
  for (const [key, value] of update) {
    if (value === null && key.includes('*')) removeMatching(result, key);
    else removeWithList(result, listKeyOf(key));
  }
  for (const [key, value] of update) if (value !== null) result.set(key, value);
  return result;
}

function removeMatching(settings: Map<string, string>, pattern: string): void {
  for (const key of [...settings.keys()]) if (simpleMatch(pattern, key)) settings.delete(key);
}

function removeWithList(settings: Map<string, string>, key: string): void {
  settings.delete(key);
  for (let position = 0; settings.delete(`${key}.${position}`); position++);
}
