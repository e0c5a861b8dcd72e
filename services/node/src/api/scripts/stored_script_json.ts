/** A stored script as the API shows it. */
import type { JsonObject } from '@skein/content';
import type { StoredScript } from '@skein/script';

export function storedScriptJson({ lang, source, options }: StoredScript): JsonObject {
  return { lang, source, ...(Object.keys(options).length === 0 ? {} : { options }) };
}
