/**
 * JSON values in memory. Integers beyond ±2^53 are `bigint`, so that 64-bit longs survive; `RawJson` is JSON already encoded, spliced
 * into the output byte for byte (`_source`).
 */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | RawJson
  | JsonArray
  | JsonObject;
export type JsonArray = readonly JsonValue[];
/** Own enumerable keys only; `__proto__` is an ordinary key. Make copies by spread, never by `target[key] =` with a user's key. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Encoded JSON that is written as it stands. */
export class RawJson {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof RawJson)
  );
}

export function isJsonArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}
