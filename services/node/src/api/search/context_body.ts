/** Reads bodies that name scrolls and points in time. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, invalidRequest } from '@skein/errors';

type Readers = Readonly<Record<string, (json: JsonValue) => boolean>>;

/** Calls the reader of each field, which returns false for a wrong type. */
export function readContextBody(json: JsonObject | undefined, readers: Readers): void {
  for (const [key, value = null] of Object.entries(json ?? {})) {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    if (read?.(value)) continue;
    throw new ApiError(
      'illegal_argument_exception',
      `Unknown parameter [${key}] in request body or parameter is of the wrong type[${tokenName(value)}] `,
    );
  }
}

/** An id or a list of ids; undefined for anything else. */
export function idsOf(json: JsonValue): readonly string[] | undefined {
  if (typeof json === 'string') return [json];
  if (!isJsonArray(json)) return undefined;
  const ids = json.filter((id) => typeof id === 'string');
  return ids.length === json.length ? ids : undefined;
}

export function nothingNamed(reason: string): ApiError {
  return invalidRequest([reason]);
}

function tokenName(value: JsonValue): string {
  if (isJsonArray(value)) return 'START_ARRAY';
  if (isJsonObject(value)) return 'START_OBJECT';
  if (value === null) return 'VALUE_NULL';
  if (typeof value === 'boolean') return 'VALUE_BOOLEAN';
  return typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER';
}
