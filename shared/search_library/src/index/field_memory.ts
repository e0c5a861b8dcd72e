/**
 * Reports and frees the field data of a segment in memory (OpenSearch's fielddata): the parts that
 * were made from its fields.
 */
import { simpleMatch } from '@skein/base';
import { madeParts } from '../codec/v1/made_parts.js';
import { openSegmentHead, type SegmentFile } from '../codec/v1/segment_file.js';
import { madePartAt } from '../memory/residence_layout.js';
import type { SegmentSpace } from '../memory/segment_space.js';
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';

export interface FieldMemory {
  readonly field: string;
  readonly bytes: number;
  readonly evictions: number;
}

/** The memory of the fields that were ever requested. A field whose data is gone has 0 bytes. */
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

/**
 * Frees the data of the fields that match one of these names or patterns; if none is given, of all
 * fields.
 */
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
