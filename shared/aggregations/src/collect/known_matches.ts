/** The matching documents of a segment, if they are known without looking for them. */
import type { SegmentReader, ValueBounds, Weight } from '@skein/search_library';

/** Known matches of a segment whose documents are all live. */
export interface KnownMatches {
  readonly reader: SegmentReader;
  readonly count: number;
  /**
   * The bounds of the matches: a document matches if it has a value within each of them. Without
   * bounds, every document matches.
   */
  readonly bounds: readonly ValueBounds[];
}

/** The known matches of a segment; `undefined` if the matches have to be looked for. */
export function knownMatches(weight: Weight, reader: SegmentReader): KnownMatches | undefined {
  if (reader.liveDocs !== null) return undefined;
  const count = weight.count(reader);
  if (count < 0) return undefined;
  if (count === reader.maxDoc) return { reader, count, bounds: [] };
  const { selection } = weight;
  if (selection?.complete !== true) return undefined;
  return { reader, count, bounds: selection.bounds };
}
