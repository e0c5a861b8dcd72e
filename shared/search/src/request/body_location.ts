/**
 * Where in a request body a parsed value stands. Parsing keeps no positions; they are found again by walking the bytes beside the
 * value, which happens only when an error has to name a place.
 */
import { isJsonArray, isJsonObject, JSON_TOKEN, JsonReader, type JsonValue } from '@skein/content';

export interface BodyLocation {
  readonly line: number;
  readonly column: number;
}

/** Finds the object or array (by identity) or, for a scalar, nothing. */
export type BodyLocator = (value: JsonValue | undefined) => BodyLocation | undefined;

/** For requests whose bytes are not at hand (shards, bodies made from URL parameters). */
export const nowhere: BodyLocator = () => undefined;

/** `root` must be what parsing `bytes` gave. Empty objects are located at their closing brace, as the reference does. */
export function bodyLocator(bytes: Uint8Array, root: JsonValue): BodyLocator {
  return (value) => {
    if (!isJsonObject(value) && !isJsonArray(value)) return undefined;
    const reader = new JsonReader(bytes);
    reader.next();
    return find(reader, root, value);
  };
}

function find(reader: JsonReader, here: JsonValue, wanted: JsonValue): BodyLocation | undefined {
  if (reader.token === JSON_TOKEN.START_OBJECT && isJsonObject(here)) {
    return findInObject(reader, here, wanted);
  }
  if (reader.token === JSON_TOKEN.START_ARRAY && isJsonArray(here)) {
    if (here === wanted) return reader.location();
    for (let i = 0; reader.next() !== JSON_TOKEN.END_ARRAY; i++) {
      const found = find(reader, here[i] ?? null, wanted);
      if (found) return found;
    }
  }
  return undefined;
}

function findInObject(
  reader: JsonReader,
  here: { readonly [key: string]: JsonValue | undefined },
  wanted: JsonValue,
): BodyLocation | undefined {
  const start = reader.location();
  let empty = true;
  while (reader.next() !== JSON_TOKEN.END_OBJECT) {
    if (here === wanted) return start;
    empty = false;
    const child = here[reader.name] ?? null;
    reader.next();
    const found = find(reader, child, wanted);
    if (found) return found;
  }
  return empty && here === wanted ? reader.location() : undefined;
}
