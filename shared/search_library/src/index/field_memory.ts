/** What was made of the fields of a segment and is in memory (OpenSearch's field data): told, and let go. */
import { simpleMatch } from '@skein/base';
import { madeParts } from '../codec/v1/made_parts.js';
import { openSegmentHead, type SegmentFile } from '../codec/v1/segment_file.js';
import { madePartAt } from '../memory/part_places.js';
import type { SegmentSpace } from '../memory/segment_space.js';
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';

export interface FieldMemory {
  readonly field: string;
  readonly bytes: number;
  readonly evictions: number;
}

/** Of the fields that were ever asked for: those that are gone have 0 bytes. */
export function fieldMemory(
  { residence }: Pick<SegmentHandle, 'residence'>,
  file: SegmentFile,
  space: SegmentSpace,
): readonly FieldMemory[] {
  const words = new Int32Array(residence.words);
  const found: FieldMemory[] = [];
  for (const [field, number] of madeParts(file)) {
    const at = madePartAt(file.parts.length, number);
    if (!space.wasAsked({ words, at })) continue;
    const bytes = space.residentBytes(words.subarray(at, at + 2));
    found.push({ field, bytes, evictions: space.evictionsOf({ words, at }) });
  }
  return found;
}

/** Those of fields of these names or patterns; none: of all. */
export function forgetFieldMemory(
  { segments }: ReaderSnapshot,
  space: SegmentSpace,
  fields: readonly string[],
): void {
  for (const { residence, head, name } of segments) {
    const file = openSegmentHead(head, `${name}.seg`);
    const words = new Int32Array(residence.words);
    for (const [field, number] of madeParts(file)) {
      const isAsked = fields.length === 0 || fields.some((each) => simpleMatch(each, field));
      if (isAsked) space.forget({ words, at: madePartAt(file.parts.length, number) });
    }
  }
}
