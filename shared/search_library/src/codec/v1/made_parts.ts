/**
 * What is made of the fields of a segment when it is first asked for, and kept in memory as parts of files are (OpenSearch's field data): of fields with terms
 * alone the terms by document (`UninvertedColumn`), of those with a column of terms their numbers among the terms of all segments (`GlobalNumbers`).
 */
import { PART, type SegmentFile } from './segment_file.js';

/** The fields of which something is made, numbered. */
export function madeParts({ fields }: SegmentFile): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [name, { parts }] of fields) {
    if (parts.has(PART.postings) || parts.has(PART.ordinals)) numbers.set(name, numbers.size);
  }
  return numbers;
}
