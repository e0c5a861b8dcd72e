/**
 * JSON values in memory. Integers beyond ±2^53 are `bigint`, so that 64-bit longs survive;
 * `RawJson` is JSON already encoded, spliced into the output byte for byte (`_source`).
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
/**
 * Only own enumerable keys count; `__proto__` is an ordinary key. Make copies by spread, never by
 * `target[key] =` with a user's key.
 */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

const encoder = new TextEncoder();

/**
 * Encoded JSON that is written unchanged: bytes, or a short text (for example a number in a special
 * form).
 */
export class RawJson {
  readonly json: Uint8Array | string;
  constructor(json: Uint8Array | string) {
    this.json = json;
  }

  get bytes(): Uint8Array {
    return typeof this.json === 'string' ? encoder.encode(this.json) : this.json;
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
