/** What endpoints show of a segment beside its figures. */
import type { SegmentInfo } from '@skein/shard';

/** Of the library whose place ours takes: clients parse it. */
export const SEGMENT_VERSION = '9.12.1';

/** The number in the segment's name. */
export function segmentGeneration({ name }: Pick<SegmentInfo, 'name'>): number {
  return Number.parseInt(name.slice(1), 36);
}
