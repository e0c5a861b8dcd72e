/** Parts of a search body that later features bring: refused by name, unless what they ask for is nothing. */
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';

function refused(key: string): ApiError {
  return new ApiError('illegal_argument_exception', `[${key}] is not supported yet`);
}

function always(key: string): (json: JsonValue) => void {
  return () => {
    throw refused(key);
  };
}

/** An empty object or list, or `false`, asks for nothing. */
function unlessEmpty(key: string): (json: JsonValue) => void {
  return (json) => {
    const isEmpty =
      json === false ||
      (isJsonObject(json) && Object.keys(json).length === 0) ||
      (isJsonArray(json) && json.length === 0);
    if (!isEmpty) throw refused(key);
  };
}

export const LATER_BODY_KEYS: ReadonlyMap<string, (json: JsonValue) => void> = new Map([
  ['ext', unlessEmpty('ext')],
  ['retriever', always('retriever')],
]);
