/** The terms under which stored queries are found: field and term of what a document must have, or the mark of queries that have no such term. */
import { utf8 } from '@skein/bytes';
import type { RequiredTerm } from '@skein/search_library';

/** No field has an empty name. */
export const ANY_DOCUMENT = utf8('\0any');
/** Of queries that match nothing: they are there, and are never looked at. */
export const NO_DOCUMENT = utf8('\0none');

export function keyOf({ field, term }: RequiredTerm): Uint8Array {
  const name = utf8(field);
  const key = new Uint8Array(name.length + 1 + term.length);
  key.set(name);
  key.set(term, name.length + 1);
  return key;
}
