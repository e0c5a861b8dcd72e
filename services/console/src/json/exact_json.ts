/**
 * JSON with exact integers. `JSON.parse` would change a `long` beyond 2^53 into another number.
 * Here it becomes a `bigint`, which is written as the number it was
 * (https://tc39.es/proposal-json-parse-with-source/).
 */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

interface SourceJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}

const sourceJson = JSON as object as SourceJson;

const INTEGER = /^-?\d+$/;

/** Throws a `SyntaxError` as `JSON.parse` does. */
export function parseJson(text: string): Json {
  return sourceJson.parse(text, (_key, value, { source }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
  }) as Json;
}

export function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_key, member: unknown) =>
      typeof member === 'bigint' ? sourceJson.rawJSON(String(member)) : member,
    indent,
  );
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
