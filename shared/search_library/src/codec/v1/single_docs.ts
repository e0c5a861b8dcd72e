/** Documents that are written one by one: those of a rare term, or after the last full block. */
import { damagedPostings } from './damaged_postings.js';
import type { PostingsSource } from './postings_source.js';

export interface DecodedDocs {
  readonly docs: Uint32Array;
  /** Frequencies minus 1. */
  readonly freqs: Uint32Array;
}

/** Decodes `count` documents after `lastDoc`; returns the start of their positions. */
export function decodeSingleDocs(
  { bytes, hasFreqs, maxDoc, sumTotalTermFreq }: PostingsSource,
  { start, count, lastDoc }: { start: number; count: number; lastDoc: number },
  { docs, freqs }: DecodedDocs,
): number {
  let at = start;
  let doc = lastDoc;
  for (let i = 0; i < count; i++) {
    let head = 0;
    let byte = 0x80;
    for (let shift = 0; byte > 0x7f && shift < 35; shift += 7) {
      byte = bytes[at++];
      head |= (byte & 0x7f) << shift;
    }
    head >>>= 0;
    let freq = 1;
    if (hasFreqs && (head & 1) === 0) {
      freq = 0;
      byte = 0x80;
      for (let shift = 0; byte > 0x7f && shift < 35; shift += 7) {
        byte = bytes[at++];
        freq |= (byte & 0x7f) << shift;
      }
    }
    doc += (hasFreqs ? head >>> 1 : head) + 1;
    if (freq < 1 || freq > sumTotalTermFreq) throw damagedPostings('a frequency beyond all');
    docs[i] = doc;
    freqs[i] = freq - 1;
  }
  if (doc >= maxDoc) throw damagedPostings('a document beyond the last');
  return at;
}
