/** Bodies that name things. */
import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';

/**
 * The texts of a body by their keys. Throws illegal_argument_exception for any other key, and when
 * the first of them is not there.
 */
export function readNames<Key extends string>(
  body: JsonObject,
  keys: readonly [Key, ...Key[]],
): Readonly<Partial<Record<Key, string>>> {
  const names: Partial<Record<Key, string>> = {};
  for (const [key, value] of Object.entries(body)) {
    const known = keys.find((one) => one === key);
    if (known === undefined) throw illegal(`Invalid field: [${key}]`);
    if (value !== null) names[known] = nameOf(key, value);
  }
  const [first] = keys;
  if (names[first] === undefined) throw illegal(`Missing ${first}`);
  return names;
}

function nameOf(key: string, value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  throw illegal(`[${key}] must be a text`);
}

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
