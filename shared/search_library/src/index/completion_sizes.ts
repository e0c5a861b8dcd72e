/** The sizes of the automata of a segment's completion fields. */
import { PART, type SegmentFile } from '../codec/v1/segment_file.js';

export interface CompletionSize {
  readonly field: string;
  readonly bytes: number;
}

export function completionSizes({ fields }: SegmentFile): readonly CompletionSize[] {
  const sizes: CompletionSize[] = [];
  for (const [field, { parts }] of fields) {
    const part = parts.get(PART.completions);
    if (part === undefined) continue;
    sizes.push({ field, bytes: part.sections.reduce((sum, { length }) => sum + length, 0) });
  }
  return sizes;
}
