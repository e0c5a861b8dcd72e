/** Segment memory for tests of threads: a megabyte. */
import { SegmentMemory } from '../memory/segment_memory.js';

export function testMemory(): SegmentMemory {
  return new SegmentMemory({
    limitBytes: 1024 * 1024,
    documentLimitBytes: 1024 * 1024,
    mappingLimitBytes: 1024 * 1024,
    engineThreads: 4,
    searchThreads: 4,
    mergeThreads: 4,
  });
}
