/**
 * Parts made from the fields of a segment on first use, and kept in memory like the parts of files
 * (OpenSearch's fielddata). A field with postings only gets its terms by document
 * (`UninvertedColumn`); a field with an ordinal column gets its global ordinals (`GlobalNumbers`).
 */
import { PART, type SegmentFile } from './segment_file.js';

/** The fields for which a part can be made, with their numbers. */
export function madeParts({ fields }: SegmentFile): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [name, { parts }] of fields) {
    if (parts.has(PART.postings) || parts.has(PART.ordinals)) numbers.set(name, numbers.size);
  }
  return numbers;
}
