/**
 * Where in a request body a parsed value stands. Parsing keeps no positions; they are found again by walking the bytes beside the
 * value, which happens only when an error has to name a place.
 */
import { isJsonArray, isJsonObject, JSON_TOKEN, JsonReader, type JsonValue } from '@skein/content';

export interface BodyLocation {
  readonly line: number;
  readonly column: number;
}

/** Finds the object or array (by identity) or what it has at a key, or, as `part` says, the key itself; nothing for a scalar of which the container is not known. */
export type BodyLocator = (
  value: JsonValue | undefined,
  key?: string | number | typeof OPENING,
  part?: 'name',
) => BodyLocation | undefined;

/** In place of a key: where the value itself opens, which matters for empty objects. */
export const OPENING = Symbol('opening');

/** For requests whose bytes are not at hand (shards, bodies made from URL parameters). */
export const nowhere: BodyLocator = () => undefined;

/** `root` must be what parsing `bytes` gave. Empty objects are located at their closing brace, as the reference does. */
export function bodyLocator(bytes: Uint8Array, root: JsonValue): BodyLocator {
  return (value, key, part) => {
    if (!isJsonObject(value) && !isJsonArray(value)) return undefined;
    const reader = new JsonReader(bytes);
    reader.next();
    const found = find(reader, root, value, key !== undefined);
    const isWhole = key === undefined || key === OPENING;
    return isWhole || !found ? found : findChild(reader, key, part);
  };
}

/** The reader stands at the start of a container. */
function findChild(
  reader: JsonReader,
  key: string | number,
  part: 'name' | undefined,
): BodyLocation | undefined {
  const isArray = reader.token === JSON_TOKEN.START_ARRAY;
  for (let i = 0; reader.next() !== JSON_TOKEN.END_ARRAY; i++) {
    if (reader.token === JSON_TOKEN.END_OBJECT) return undefined;
    const isWanted = isArray ? i === key : reader.name === key;
    if (isWanted && part === 'name') return reader.location();
    if (!isArray) reader.next();
    if (isWanted) return reader.location();
    reader.skipChildren();
  }
  return undefined;
}

/** `atStart`: the reader stays at the start of what is found. */
function find(
  reader: JsonReader,
  here: JsonValue,
  wanted: JsonValue,
  atStart: boolean,
): BodyLocation | undefined {
  if (atStart && here === wanted) return reader.location();
  if (reader.token === JSON_TOKEN.START_OBJECT && isJsonObject(here)) {
    return findInObject(reader, here, { wanted, atStart });
  }
  if (reader.token === JSON_TOKEN.START_ARRAY && isJsonArray(here)) {
    if (here === wanted) return reader.location();
    for (let i = 0; reader.next() !== JSON_TOKEN.END_ARRAY; i++) {
      const found = find(reader, here[i] ?? null, wanted, atStart);
      if (found) return found;
    }
  }
  return undefined;
}

function findInObject(
  reader: JsonReader,
  here: { readonly [key: string]: JsonValue | undefined },
  { wanted, atStart }: { readonly wanted: JsonValue; readonly atStart: boolean },
): BodyLocation | undefined {
  const start = reader.location();
  let empty = true;
  while (reader.next() !== JSON_TOKEN.END_OBJECT) {
    if (here === wanted) return start;
    empty = false;
    const child = here[reader.name] ?? null;
    reader.next();
    const found = find(reader, child, wanted, atStart);
    if (found) return found;
  }
  return empty && here === wanted ? reader.location() : undefined;
}
