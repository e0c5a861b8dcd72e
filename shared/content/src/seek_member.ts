/** Finds one member of an object without reading the others. */
import type { JsonReader } from './json_reader.js';
import { JSON_TOKEN } from './json_token.js';

/**
 * Reads the object that starts next, or at the reader, up to the value of the first member with the
 * name; false if it has none.
 */
export function seekMember(reader: JsonReader, name: string): boolean {
  if (reader.token !== JSON_TOKEN.START_OBJECT) reader.next();
  while (reader.next() === JSON_TOKEN.FIELD_NAME) {
    const isIt = reader.name === name;
    reader.next();
    if (isIt) return true;
    reader.skipChildren();
  }
  return false;
}
