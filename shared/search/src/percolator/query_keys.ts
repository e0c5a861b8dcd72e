/**
 * The terms by which stored queries are found: the field and term that a document must have, or a
 * marker for queries without such a term.
 */
import { utf8 } from '@skein/bytes';
import type { RequiredTerm } from '@skein/search_library';

/**
 * The key of queries that any document may match. It cannot collide, since no field has an empty
 * name.
 */
export const ANY_DOCUMENT = utf8('\0any');
/** The key of queries that match nothing: they are stored and never examined. */
export const NO_DOCUMENT = utf8('\0none');

export function keyOf({ field, term }: RequiredTerm): Uint8Array {
  const name = utf8(field);
  const key = new Uint8Array(name.length + 1 + term.length);
  key.set(name);
  key.set(term, name.length + 1);
  return key;
}
