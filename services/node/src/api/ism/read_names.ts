/** Reads bodies that contain only names. */
import type { JsonObject, JsonValue } from '@skein/content';
import { illegalArgument } from '@skein/errors';

/**
 * The texts of a body by key. Throws illegal_argument_exception for an unknown key, and if the
 * first key is missing.
 */
export function readNames<Key extends string>(
  body: JsonObject,
  keys: readonly [Key, ...Key[]],
): Readonly<Partial<Record<Key, string>>> {
  const names: Partial<Record<Key, string>> = {};
  for (const [key, value] of Object.entries(body)) {
    const known = keys.find((one) => one === key);
    if (known === undefined) throw illegalArgument(`Invalid field: [${key}]`);
    if (value !== null) names[known] = nameOf(key, value);
  }
  const [first] = keys;
  if (names[first] === undefined) throw illegalArgument(`Missing ${first}`);
  return names;
}

function nameOf(key: string, value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  throw illegalArgument(`[${key}] must be a text`);
}
