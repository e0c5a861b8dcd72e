/** Which documents of a segment match, where that is known without looking for them. */
import type { SegmentReader, ValueBounds, Weight } from '@skein/search_library';

/** All documents of the segment are live. */
export interface KnownMatches {
  readonly reader: SegmentReader;
  readonly count: number;
  /** Those documents match that have a value within each; none: every document matches. */
  readonly bounds: readonly ValueBounds[];
}

/** `undefined`: they have to be looked for. */
export function knownMatches(weight: Weight, reader: SegmentReader): KnownMatches | undefined {
  if (reader.liveDocs !== null) return undefined;
  const count = weight.count(reader);
  if (count < 0) return undefined;
  if (count === reader.maxDoc) return { reader, count, bounds: [] };
  const { selection } = weight;
  if (selection?.complete !== true) return undefined;
  return { reader, count, bounds: selection.bounds };
}
