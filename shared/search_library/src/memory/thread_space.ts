/** The space of this thread: every thread has its own copy of the modules. Threads of a node enter the node's; whoever does not enter one has one alone. */
import { SegmentSpace } from './segment_space.js';
import type { SharedSpace, ThreadOptions } from './space_types.js';

/** Address space, of which only what is used becomes memory. */
const ALONE_BYTES = 3 * 1024 * 1024 * 1024;

let current: SegmentSpace | undefined;

/** To be called before this thread opens its first segment. */
export function enterSpace(shared: SharedSpace, options: ThreadOptions): SegmentSpace {
  current = new SegmentSpace(shared, options);
  return current;
}

export function threadSpace(): SegmentSpace {
  current ??= new SegmentSpace(SegmentSpace.make({ limitBytes: ALONE_BYTES }), { row: 0 });
  return current;
}

/** This thread reads no part any more that it asked for before: call it after each piece of work. */
export function letGoOfParts(): void {
  current?.letGo();
}
