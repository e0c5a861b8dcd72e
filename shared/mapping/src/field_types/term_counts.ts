/**
 * The counts of a document's terms, in term order, as terms of a separate column: most documents
 * have similar counts, so there are few distinct terms. Each term begins with the index of its
 * first count.
 */
import { ByteReader, ByteWriter } from '@skein/bytes';

/** Counts per term of the column, with at most five bytes each. */
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

/** Reads the counts of one term into their places in `into`. */
export function readTermCounts(term: Uint8Array, into: Uint32Array): void {
  const reader = new ByteReader(term);
  let at = reader.varint();
  while (reader.offset < term.length) into[at++] = reader.varint();
}
