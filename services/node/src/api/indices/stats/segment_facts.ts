/** Properties that endpoints show of a segment beside its numbers. */
import type { SegmentInfo } from '@skein/shard';

/** The version of Lucene that clients expect and parse. */
export const SEGMENT_VERSION = '9.12.1';

/** The generation in the segment's name. */
export function segmentGeneration({ name }: Pick<SegmentInfo, 'name'>): number {
  return Number.parseInt(name.slice(1), 36);
}
