/** The error for damage that a checksum would reveal unless it was forged. */
import { corruptIndex } from '../corrupt_index.js';

export function damagedPostings(what: string): Error {
  return corruptIndex(`a term has ${what}`, 'postings');
}
