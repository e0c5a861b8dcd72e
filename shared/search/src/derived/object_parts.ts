/**
 * Parts of the JSON that a derived field of type `object` emits: the value at a path, and the type
 * that dynamic mapping would give it.
 */
import {
  encodeJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { IndexMapping, type MappingContext, parseDocument } from '@skein/mapping';
import type { DerivedDefinition } from './derived_definition.js';

/** Returns one value per emitted object; null if the object has none at the path. */
export function partsOf(
  emitted: readonly JsonValue[],
  path: string,
  { ignoreMalformed }: DerivedDefinition,
): JsonValue[] {
  const names = path.split('.');
  return emitted.flatMap((text) => {
    const object = objectOf(text);
    if (object !== undefined) return [valueAt(object, names)];
    if (ignoreMalformed) return [];
    throw new ApiError('parse_exception', 'Failed to parse content to map');
  });
}

function objectOf(text: JsonValue): JsonObject | undefined {
  try {
    const value = typeof text === 'string' ? parseJson(text) : null;
    return isJsonObject(value) ? value : undefined;
  } catch (thrown) {
    if (thrown instanceof ApiError) return undefined;
    throw thrown;
  }
}

function valueAt(object: JsonObject, names: readonly string[]): JsonValue {
  let value: JsonValue = object;
  for (const name of names) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return null;
    value = value[name] ?? null;
  }
  return value;
}

/** The type that dynamic mapping infers from a value; `undefined` if it infers none. */
export function inferredType(value: JsonValue, context: MappingContext): string | undefined {
  const { dynamicUpdate } = parseDocument(
    IndexMapping.parse({}, context),
    encodeJson({ value }),
    { id: '', routing: undefined },
    { nowMs: () => 0, monotonicMs: () => 0 },
  );
  const properties = dynamicUpdate?.properties;
  const made = isJsonObject(properties) ? properties.value : undefined;
  if (!isJsonObject(made)) return undefined;
  return typeof made.type === 'string' ? made.type : 'object';
}
