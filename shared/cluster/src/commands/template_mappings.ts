/** The mapping a new index begins with: the request's, and what it leaves out from templates, the one of the highest order first. */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@skein/content';

/**
 * As OpenSearch joins mappings before it reads them, member by member: what is there stays, objects are joined in turn. Lists are joined
 * too: entries of the defaults first, none twice; of named objects (dynamic templates), joined by name, one's own are first.
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

/** Of a list whose entries are objects of one member each. */
function namedEntries(list: JsonArray): ReadonlyMap<string, JsonValue> | undefined {
  const entries = list.map((value) => (isJsonObject(value) ? Object.entries(value) : []));
  if (entries.some((members) => members.length !== 1)) return undefined;
  return new Map(entries.flat().map(([name, value = null]) => [name, value]));
}
