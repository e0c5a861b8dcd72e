/** Errors that name the place of a value in the request. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { BodyLocator } from '../request/body_location.js';

interface KeyPlace {
  readonly locate: BodyLocator;
  readonly key: string;
}

/** An error about the value of a key in an object. */
export function placed(reason: string, json: JsonObject, { locate, key }: KeyPlace): ApiError {
  const location = locate(json, key);
  const metadata = location ? { line: location.line, col: location.column } : {};
  return new ApiError('parsing_exception', reason, { metadata });
}
