/** A stored script in the form of the API. */
import type { JsonObject } from '@skein/content';
import type { StoredScript } from '@skein/script';

export function storedScriptJson({ lang, source, options }: StoredScript): JsonObject {
  return { lang, source, ...(Object.keys(options).length === 0 ? {} : { options }) };
}
