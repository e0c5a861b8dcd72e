/**
 * How often a document has each of its terms, in the order of the terms, as terms of a column of
 * their own: documents mostly count alike, so that there are few. Each begins with the place of its
 * first count.
 */
import { ByteReader, ByteWriter } from '@skein/bytes';

/** Counts of a term of the column: five bytes each at most. */
const CHUNK = 4096;

export function countTerms(counts: readonly number[]): readonly Uint8Array[] {
  const terms: Uint8Array[] = [];
  for (let from = 0; from < counts.length; from += CHUNK) {
    const writer = new ByteWriter();
    writer.varint(from);
    for (const count of counts.slice(from, from + CHUNK)) writer.varint(count);
    terms.push(writer.toBytes());
  }
  return terms;
}

/** Of one term, to their places in `into`. */
export function readTermCounts(term: Uint8Array, into: Uint32Array): void {
  const reader = new ByteReader(term);
  let at = reader.varint();
  while (reader.offset < term.length) into[at++] = reader.varint();
}
