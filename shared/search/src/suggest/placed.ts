/** Errors that name the place of a value in the request. */
import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type BodyLocator, placeMetadata } from '../request/body_location.js';

interface KeyPlace {
  readonly locate: BodyLocator;
  readonly key: string;
}

/** An error about the value of a key in an object. */
export function placed(reason: string, json: JsonObject, { locate, key }: KeyPlace): ApiError {
  const location = locate(json, key);
  const metadata = placeMetadata(location);
  return new ApiError('parsing_exception', reason, { metadata });
}
