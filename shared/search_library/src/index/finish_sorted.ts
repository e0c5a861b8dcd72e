/** The buffer of an index that keeps its documents in order, as a segment: made as they came, then merged with itself into their order. */
import { GrowableBytes } from '../codec/growable.js';
import { Segment } from '../codec/v1/segment.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import { type ArenaPool, bytesOfBlock } from '../memory/arena.js';
import { mergeSegments } from '../merge/segment_merger.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import type { IndexBuffer, NewSegment } from './index_buffer.js';
import type { IndexSort } from './index_sort.js';

interface SortedOptions {
  readonly sort: IndexSort;
  readonly compression: BlockCompression;
  readonly pool: ArenaPool;
}

/** Documents deleted since they came are left out. The buffer is of no use afterwards. */
export function finishSorted(
  buffer: IndexBuffer,
  name: string,
  { sort, compression, pool }: SortedOptions,
): NewSegment {
  const made = buffer.finish(name, pool);
  const directory = new MemoryDirectory();
  directory.writeFile(`${name}.src`, made.source);
  const unsorted = new Segment({ ...made, name, sizeBytes: 0, committed: false }, directory);
  const segment = new GrowableBytes(made.bytes.length);
  const source = new GrowableBytes(made.source.length);
  mergeSegments(name, [unsorted], {
    compression,
    sort,
    segment,
    source,
    checkpoint: () => undefined,
  });
  if (made.liveDocs !== null) pool.free(made.liveDocs);
  pool.free(made.bytes);
  const bytes = pool.allocate(segment.length);
  bytesOfBlock(bytes).set(segment.view());
  segment.release();
  const { liveCount } = made;
  return { bytes, source: source.view(), docCount: liveCount, liveCount, liveDocs: null };
}
