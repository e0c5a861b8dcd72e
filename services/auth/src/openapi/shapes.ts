/**
 * Building blocks of operation descriptions (OpenAPI 3.1, whose schemas are JSON Schema 2020-12).
 */
export type Json = Readonly<Record<string, unknown>>;

export const TEXT: Json = { type: 'string' };
export const URI: Json = { type: 'string', format: 'uri' };
export const FLAG: Json = { type: 'boolean' };
export const SECONDS: Json = { type: 'integer', description: 'seconds' };
export const TIME: Json = { type: 'integer', description: 'seconds since the epoch' };
export const TEXTS: Json = { type: 'array', items: TEXT };
export const JWKS: Json = {
  type: 'object',
  properties: { keys: { type: 'array', items: { type: 'object' } } },
  required: ['keys'],
};

export function described(schema: Json, description: string): Json {
  return { ...schema, description };
}

export function oneOf(values: readonly string[]): Json {
  return { type: 'string', enum: values };
}

export function object(properties: Json, required: readonly string[] = []): Json {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

export function ref(kind: 'schemas' | 'responses' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

export function json(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

export function page(description: string): Json {
  return { description, content: { 'text/html': { schema: TEXT } } };
}

/** A body that is a form (RFC 6749 appendix B). */
export function form(properties: Json, required: readonly string[] = []): Json {
  const schema = object(properties, required);
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema } } };
}

export function jsonBody(schema: Json): Json {
  return { required: true, content: { 'application/json': { schema } } };
}

export function inQuery(name: string, schema: Json, required = false): Json {
  return { name, in: 'query', required, schema };
}

export function inPath(name: string): Json {
  return { name, in: 'path', required: true, schema: TEXT };
}
