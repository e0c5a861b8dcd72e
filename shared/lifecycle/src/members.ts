/** Reads objects of policies member by member. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';

/** Passes each member to its reader. Throws illegal_argument_exception for an unknown member. */
export function readMembers(
  json: JsonObject,
  what: string,
  readers: Readonly<Record<string, (value: JsonValue, name: string) => void>>,
): void {
  for (const [name, value = null] of Object.entries(json)) {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined) throw illegal(`Invalid field: [${name}] found in ${what}.`);
    read(value, name);
  }
}

/** Stores the result of `read` as a member. */
export function into<Draft, Key extends keyof Draft>(
  draft: Draft,
  key: Key,
  read: (name: string, value: JsonValue) => Draft[Key],
): (value: JsonValue, name: string) => void {
  return (value, name) => {
    draft[key] = read(name, value);
  };
}

export function objectOf(json: JsonValue | undefined, what: string): JsonObject {
  if (isJsonObject(json)) return json;
  throw illegal(`[${what}] must be an object`);
}

export function listOf(json: JsonValue | undefined, what: string): readonly JsonValue[] {
  if (isJsonArray(json)) return json;
  throw illegal(`[${what}] must be a list`);
}

export function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
