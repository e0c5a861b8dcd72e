/**
 * The `SegmentSpace` of this thread (every thread has its own copy of the modules). The threads of
 * a node enter the node's space; a thread that enters none gets one of its own.
 */
import { SegmentSpace } from './segment_space.js';
import type { SharedSpace, ThreadOptions } from './space_types.js';

/** Reserved address space; only the used part of it becomes memory. */
const ALONE_BYTES = 3 * 1024 * 1024 * 1024;

let current: SegmentSpace | undefined;

/** Must be called before this thread opens its first segment. */
export function enterSpace(shared: SharedSpace, options: ThreadOptions): SegmentSpace {
  current = new SegmentSpace(shared, options);
  return current;
}

export function threadSpace(): SegmentSpace {
  current ??= new SegmentSpace(SegmentSpace.make({ limitBytes: ALONE_BYTES }), { row: 0 });
  return current;
}

/**
 * Releases all parts this thread has asked for; it must not read them any more. Call it after each
 * piece of work.
 */
export function letGoOfParts(): void {
  current?.letGo();
}
