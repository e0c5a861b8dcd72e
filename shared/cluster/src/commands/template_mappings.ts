/** The mapping of a new index: the request's, completed from the templates, highest order first. */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@skein/content';

/**
 * Merges raw mappings member by member as OpenSearch does: existing values win, and objects are
 * merged recursively. Lists are merged too, the defaults' entries first and none twice. Lists of
 * named objects (dynamic templates) are merged by name, own entries first.
 */
export function withDefaults(own: JsonObject, defaults: JsonObject): JsonObject {
  const joined: { [key: string]: JsonValue | undefined } = { ...own };
  for (const [key, value = null] of Object.entries(defaults)) {
    const mine = Object.hasOwn(own, key) ? own[key] : undefined;
    Object.defineProperty(joined, key, {
      value: mine === undefined ? value : joinedValue(mine, value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return joined;
}

function joinedValue(own: JsonValue, byDefault: JsonValue): JsonValue {
  if (isJsonObject(own) && isJsonObject(byDefault)) return withDefaults(own, byDefault);
  if (isJsonArray(own) && isJsonArray(byDefault)) return joinedList(own, byDefault);
  return own;
}

function joinedList(own: JsonArray, byDefault: JsonArray): JsonArray {
  const mine = namedEntries(own);
  const theirs = namedEntries(byDefault);
  if (mine && theirs) {
    const names = new Set([...mine.keys(), ...theirs.keys()]);
    return [...names].map((name) => {
      const a = mine.get(name);
      const b = theirs.get(name);
      if (a === undefined) return { [name]: b ?? null };
      return { [name]: b === undefined ? a : joinedValue(a, b) };
    });
  }
  const texts = new Set<string>();
  return [...byDefault, ...own].filter((value) => {
    const text = stringifyJson(value);
    if (texts.has(text)) return false;
    texts.add(text);
    return true;
  });
}

/** The entries by name, if every entry of the list is an object with a single member. */
function namedEntries(list: JsonArray): ReadonlyMap<string, JsonValue> | undefined {
  const entries = list.map((value) => (isJsonObject(value) ? Object.entries(value) : []));
  if (entries.some((members) => members.length !== 1)) return undefined;
  return new Map(entries.flat().map(([name, value = null]) => [name, value]));
}
