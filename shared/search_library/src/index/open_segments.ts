import { Segment } from '../codec/v1/segment.js';
import type { ArenaBlock } from '../memory/arena.js';
import type { Directory } from '../store/directory.js';
import type { SegmentReader } from './segment_reader.js';
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';

/**
 * A reader over a segment's shared bytes. `sibling`, a reader of the same segment from an older snapshot, lends what it has opened, so
 * that a refresh that only deleted documents costs nothing.
 */
export function openSegment(
  handle: SegmentHandle,
  directory: Directory,
  sibling?: SegmentReader,
): SegmentReader {
  const reusable = sibling instanceof Segment && sibling.name === handle.name;
  return new Segment(handle, directory, reusable ? sibling : undefined);
}

/** All segments of a snapshot; `previous` are the readers of an older one, whose opened parts are shared by name. */
export function openSegments(
  snapshot: ReaderSnapshot,
  directory: Directory,
  previous: readonly SegmentReader[] = [],
): SegmentReader[] {
  const byName = new Map(previous.map((segment) => [segment.name, segment]));
  const sameMemory = oneMemoryEach(previous);
  return snapshot.segments.map((handle) => {
    const here = { ...handle, bytes: sameMemory(handle.bytes) };
    if (handle.liveDocs !== null) here.liveDocs = sameMemory(handle.liveDocs);
    return openSegment(here, directory, byName.get(handle.name));
  });
}

/** Each snapshot that comes from another thread brings objects of its own for the arenas: those that are known already take their place. */
function oneMemoryEach(previous: readonly SegmentReader[]): (block: ArenaBlock) => ArenaBlock {
  const memories = new Map<number, WebAssembly.Memory>();
  for (const segment of previous) {
    if (segment instanceof Segment)
      memories.set(segment.file.block.arena, segment.file.block.memory);
  }
  return (block) => {
    const memory = memories.get(block.arena) ?? block.memory;
    memories.set(block.arena, memory);
    return memory === block.memory ? block : { ...block, memory };
  };
}
