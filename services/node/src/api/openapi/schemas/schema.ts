/** JSON Schemas (draft 2020-12, as OpenAPI 3.1 has it), written short. */
import type { JsonObject, JsonValue } from '@skein/content';

export const text: JsonObject = { type: 'string' };
export const integer: JsonObject = { type: 'integer', format: 'int64' };
export const number: JsonObject = { type: 'number' };
export const boolean: JsonObject = { type: 'boolean' };
/** What users define: documents, settings, mappings of their fields. */
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

/** Others may come with these members: answers grow, and bodies have more than is told here. */
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

/** What an endpoint takes and gives. */
export interface Shape {
  readonly body?: { readonly schema: JsonObject; readonly example: JsonValue };
  /** For lines: the example as it is sent. */
  readonly lines?: { readonly description: string; readonly example: string };
  readonly answer: { readonly schema: JsonObject; readonly example: JsonValue };
}

/** A room of endpoints: schemas by name, shapes by the endpoint's id. */
export interface Described {
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly shapes: Readonly<Record<string, Shape>>;
}
