/**
 * Finds the position of a parsed value in a request body. Parsing stores no positions; they are
 * found again by parsing the bytes along the value, which happens only if an error names a
 * position.
 */
import { isJsonArray, isJsonObject, JSON_TOKEN, JsonReader, type JsonValue } from '@skein/content';

export interface BodyLocation {
  readonly line: number;
  readonly column: number;
}

/** The members of an error at a place in a body; none if the place is unknown. */
export function placeMetadata(place: BodyLocation | undefined): {
  readonly line?: number;
  readonly col?: number;
} {
  return place === undefined ? {} : { line: place.line, col: place.column };
}

/**
 * Finds `value`, an object or array, by its identity. With a key: finds the member of `value` at
 * the key, or the key itself if `part` is `name`. A scalar can only be found as a member, so a
 * scalar `value` gives undefined.
 */
export type BodyLocator = (
  value: JsonValue | undefined,
  key?: string | number | typeof OPENING,
  part?: 'name',
) => BodyLocation | undefined;

/** Used instead of a key: finds the start of `value`, also if it is an empty object. */
export const OPENING = Symbol('opening');

/** The locator for requests without bytes (shards, bodies built from URL parameters). */
export const nowhere: BodyLocator = () => undefined;

/**
 * `root` must be the result of parsing `bytes`. Empty objects are located at their closing brace,
 * as in OpenSearch.
 */
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

/** The reader must be at the start of a container. */
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

/** If `atStart`, finds the start of any value, and the reader stays there. */
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
