/** What a checksum would have told, were it not forged. */
import { corruptIndex } from '../corrupt_index.js';

export function damagedPostings(what: string): Error {
  return corruptIndex(`a term has ${what}`, 'postings');
}
