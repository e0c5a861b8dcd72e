/** Metadata that comes out of a repository may be anybody's: what a codec takes for granted of its input is checked here. */
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

/** What a codec makes of metadata. A shape that it did not expect, which would be a fault of ours elsewhere, is one of the repository. `what` names the thing. */
export function readForeign<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    // A TypeError: an object in place of a text.
    if (error instanceof AssertionError || error instanceof TypeError) {
      throw corruptMetadata(`${what} cannot be read: ${error.message}`);
    }
    throw error;
  }
}
