/**
 * JSON with exact integers. `JSON.parse` would change a `long` beyond 2^53 into another number.
 * Here it becomes a `bigint`, which is written as the number it was
 * (https://tc39.es/proposal-json-parse-with-source/).
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

interface SourceJson extends JSON {
  parse(
    text: string,
    reviver?: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}

// The compiler's library has the older form.
const sourceJson = JSON as SourceJson;

const INTEGER = /^-?\d+$/;

/** Throws a `SyntaxError` as `JSON.parse` does. */
export function parseJson(text: string): Json {
  const value = sourceJson.parse(text, (_key, value, { source }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
  });
  // The reviver puts nothing but integers into what JSON can express.
  return value as Json;
}

export function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_key, member: unknown) =>
      typeof member === 'bigint' ? sourceJson.rawJSON(String(member)) : member,
    indent,
  );
}

/** Throws a `SyntaxError` for JSON that is no object, as for text that is no JSON. */
export function objectOf(value: Json): JsonObject {
  if (isObject(value)) return value;
  throw new SyntaxError('no JSON object');
}

/** The members of the object that the text is; none if it is anything else. */
export function membersOf(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
