/** Parses whole values from JSON text. */
import { JsonReader } from './json_reader.js';
import { ANY_COUNT, type MemberLimits } from './member_limits.js';
import type { JsonValue } from './value.js';

const encoder = new TextEncoder();

/** The only value in `input`; anything after it is an error. Throws as `JsonReader` does. */
export function parseJson(input: Uint8Array | string): JsonValue {
  const reader = new JsonReader(typeof input === 'string' ? encoder.encode(input) : input);
  reader.next();
  const value = reader.value();
  reader.next();
  return value;
}

/** Like `parseJson`, with pauses. */
export function* parseJsonInPieces(
  input: Uint8Array,
  most: MemberLimits = ANY_COUNT,
): Generator<void, JsonValue> {
  const reader = new JsonReader(input);
  reader.next();
  const value = yield* reader.valueInPieces(most);
  reader.next();
  return value;
}
