/** The buffer of an index that keeps its documents in order, as a segment: made as they came, then merged with itself into their order. */
import type { FileOutput } from '../codec/file_output.js';
import { GrowableBytes } from '../codec/growable.js';
import { openSegmentHead, readSegmentHead } from '../codec/v1/segment_file.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import { mergeSegments } from '../merge/segment_merger.js';
import type { Kernels } from '../search/kernels/kernels.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import type { IndexBuffer, NewSegment } from './index_buffer.js';
import type { IndexSort } from './index_sort.js';
import { openAlone } from './open_segments.js';
import { newLiveness } from './read_liveness.js';

interface SortedOptions {
  readonly sort: IndexSort;
  readonly retainFrom: number;
  readonly compression: BlockCompression;
  readonly kernels: Kernels;
  /** Where `<name>.seg` goes. */
  readonly output: FileOutput;
}

/** Documents deleted since they came are left out, but for those that are retained. The buffer is of no use afterwards. */
export function finishSorted(
  buffer: IndexBuffer,
  name: string,
  { sort, retainFrom, compression, kernels, output }: SortedOptions,
): NewSegment {
  const directory = new MemoryDirectory();
  const file = `${name}.seg`;
  const bytes = new GrowableBytes(0);
  const made = buffer.finish(name, bytes, kernels);
  directory.writeFile(file, bytes.view());
  directory.writeFile(`${name}.src`, made.source);
  bytes.release();
  const opened = openSegmentHead(readSegmentHead(directory, file), file);
  const unsorted = openAlone(opened, directory).withLive(newLiveness(directory, name));
  const source = new GrowableBytes(made.source.length);
  const docCount = mergeSegments(name, [unsorted], {
    compression,
    sort,
    retainFrom,
    segment: output,
    source,
    kernels,
    checkpoint: () => undefined,
  });
  return { source: source.view(), docCount };
}
