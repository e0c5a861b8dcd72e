/** Functions that the readers of a transform share. */
import { isJsonArray, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';

/** The members that have been read so far. */
export type Draft<T> = { -readonly [K in keyof T]?: T[K] };

/** Reads one name or a list of names, none empty. */
export function namesOf(field: string, json: JsonValue): readonly string[] {
  const items = isJsonArray(json) ? json : [json];
  return items.map((item) => {
    if (typeof item === 'string' && item !== '') return item;
    throw illegal(`[${field}] must be a name or a list of names`);
  });
}

export function required<T>(field: string, value: T | undefined): T {
  if (value !== undefined && value !== '') return value;
  throw illegal(`Required [${field}]`);
}

export function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
