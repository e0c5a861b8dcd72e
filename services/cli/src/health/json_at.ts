/** Values of an answer by their path; `undefined` for a value that is absent or of another type. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';

export function valueAt(json: JsonValue | undefined, ...path: readonly string[]) {
  let value = json;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

/** Reads longs as numbers too, and numbers in strings, as `_cat` has them. */
export function numberAt(
  json: JsonValue | undefined,
  ...path: readonly string[]
): number | undefined {
  const value = valueAt(json, ...path);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean' || isJsonObject(value) || Array.isArray(value)) return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

export function textAt(
  json: JsonValue | undefined,
  ...path: readonly string[]
): string | undefined {
  const value = valueAt(json, ...path);
  return typeof value === 'string' ? value : undefined;
}

export function objectAt(json: JsonValue | undefined, ...path: readonly string[]): JsonObject {
  const value = valueAt(json, ...path);
  return isJsonObject(value) ? value : {};
}

export function listAt(
  json: JsonValue | undefined,
  ...path: readonly string[]
): readonly JsonValue[] {
  const value = valueAt(json, ...path);
  return Array.isArray(value) ? value : [];
}
