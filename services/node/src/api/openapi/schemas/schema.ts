/** Shorthands for JSON Schemas (draft 2020-12, as in OpenAPI 3.1), imported as `s`. */
import type { JsonObject, JsonValue } from '@skein/content';

export const text: JsonObject = { type: 'string' };
export const integer: JsonObject = { type: 'integer', format: 'int64' };
export const number: JsonObject = { type: 'number' };
export const boolean: JsonObject = { type: 'boolean' };
/** User-defined JSON: documents, settings, mappings of fields. */
export const anything: JsonObject = {};

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
export const mapOf = (values: JsonObject): JsonObject => ({
  type: 'object',
  additionalProperties: values,
});
export const oneOf = (...schemas: readonly JsonObject[]): JsonObject => ({ anyOf: schemas });
export const words = (...values: readonly string[]): JsonObject => ({
  type: 'string',
  enum: values,
});
export const described = (description: string, schema: JsonObject): JsonObject => ({
  ...schema,
  description,
});

/** One text, or a list of them. */
export const textOrList: JsonObject = oneOf(text, list(text));

/** The answer of an endpoint that tells only that all nodes have applied the change. */
export const acknowledged = { schema: ref('Acknowledged'), example: { acknowledged: true } };

/**
 * Allows further members, because responses grow. `services/node/test/openapi.test.ts` expects
 * that the answers of this release have no others.
 */
export function object(
  properties: Readonly<Record<string, JsonObject>>,
  required: readonly string[] = [],
): JsonObject {
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required: [...required] }),
    properties,
  };
}

/**
 * Allows no further member, because the code refuses them. `services/node/test/openapi.test.ts`
 * sends every name of the document to each closed object, and expects that the code knows exactly
 * these.
 */
export function closed(
  properties: Readonly<Record<string, JsonObject>>,
  required: readonly string[] = [],
): JsonObject {
  return { ...object(properties, required), additionalProperties: false };
}

/** One member, whose name is one of these. */
export function oneNamed(names: readonly string[], value: JsonObject): JsonObject {
  const properties = Object.fromEntries(names.toSorted().map((name) => [name, value]));
  return { ...closed(properties), minProperties: 1, maxProperties: 1 };
}

/** Members with these names, and others. */
export function someNamed(names: readonly string[], value: JsonObject): JsonObject {
  return openObject(Object.fromEntries(names.toSorted().map((name) => [name, value])), value);
}

/** These members, and others whose names are not those of the interface. */
export const openObject = (
  properties: Readonly<Record<string, JsonObject>>,
  others: JsonObject,
): JsonObject => ({ ...object(properties), additionalProperties: others });

export const orNull = (type: string): JsonObject => ({ type: [type, 'null'] });

/** Members that are counts, or other whole numbers. */
export const integers = (...names: readonly string[]): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(names.map((name) => [name, integer]));

export const texts = (...names: readonly string[]): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(names.map((name) => [name, text]));

/** Sizes in bytes, and with `?human` as texts. */
export const sizes = (...names: readonly string[]): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_in_bytes`, integer],
      [name, text],
    ]),
  );

/** Times in milliseconds, and with `?human` as texts. */
export const times = (...names: readonly string[]): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_in_millis`, integer],
      [name, text],
    ]),
  );

/** The request and response of an endpoint. */
export interface Shape {
  readonly body?: { readonly schema: JsonObject; readonly example: JsonValue };
  /** For line formats: the example as sent. */
  readonly lines?: { readonly description: string; readonly example: string };
  readonly answer: { readonly schema: JsonObject; readonly example: JsonValue };
}

/** A group of endpoints: schemas by name, shapes by endpoint id. */
export interface Described {
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly shapes: Readonly<Record<string, Shape>>;
}
