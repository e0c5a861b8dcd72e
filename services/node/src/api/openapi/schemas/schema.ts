/** Shorthands for JSON Schemas (draft 2020-12, as in OpenAPI 3.1). */
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

/** Allows further members: responses grow, and bodies accept more than is described. */
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
  return object(Object.fromEntries(names.toSorted().map((name) => [name, value])));
}

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
