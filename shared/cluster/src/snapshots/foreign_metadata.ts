/**
 * Metadata read from a repository may come from anywhere, so the assumptions of a codec about its
 * input are checked here.
 */
import { AssertionError } from '@skein/base';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';

export function corruptMetadata(reason: string): ApiError {
  return new ApiError('corrupt_repository_exception', reason);
}

export function parseForeign(bytes: Uint8Array): JsonObject {
  return foreignObject(parseJson(bytes));
}

export function foreignObject(json: JsonValue | undefined): JsonObject {
  if (isJsonObject(json)) return json;
  throw corruptMetadata('the metadata of a snapshot is no object');
}

/**
 * Decodes foreign metadata. An unexpected shape, which elsewhere would be a bug of ours, becomes an
 * error of the repository. `what` names the metadata.
 */
export function readForeign<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    // A TypeError arises from, for example, an object in place of a text.
    if (error instanceof AssertionError || error instanceof TypeError) {
      throw corruptMetadata(`${what} cannot be read: ${error.message}`);
    }
    throw error;
  }
}
