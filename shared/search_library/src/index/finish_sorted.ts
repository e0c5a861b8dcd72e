/**
 * Writes the buffer of a sorted index as a segment: first in insertion order, then merged with
 * itself into the order of the index.
 */
import type { FileOutput } from '../codec/file_output.js';
import { GrowableBytes } from '../codec/growable.js';
import { openSegmentHead, readSegmentHead } from '../codec/v1/segment_file.js';
import type { BlockCompression } from '../codec/v1/stored_fields/block_compression.js';
import { mergeSegments } from '../merge/segment_merger.js';
import type { Kernels } from '../search/kernels/kernels.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { type FrozenBuffer, writeBuffer } from './frozen_buffer.js';
import type { IndexSort } from './index_sort.js';
import { openAlone } from './open_segments.js';
import { newLiveness } from './read_liveness.js';

interface SortedOptions {
  readonly name: string;
  readonly sort: IndexSort;
  readonly retainFrom: number;
  readonly compression: BlockCompression;
  readonly kernels: Kernels;
  /** The output of `<name>.seg`. */
  readonly output: FileOutput;
}

/**
 * Leaves out documents that were deleted in the buffer, except retained ones. Returns the content
 * of `<name>.src`.
 */
export function finishSorted(
  buffer: FrozenBuffer,
  { name, sort, retainFrom, compression, kernels, output }: SortedOptions,
): Uint8Array {
  const directory = new MemoryDirectory();
  const file = `${name}.seg`;
  const bytes = new GrowableBytes(0);
  writeBuffer(buffer, { name, output: bytes, kernels });
  directory.writeFile(file, bytes.view());
  directory.writeFile(`${name}.src`, buffer.source);
  bytes.release();
  const opened = openSegmentHead(readSegmentHead(directory, file), file);
  const unsorted = openAlone(opened, directory).withLive(newLiveness(directory, name));
  const source = new GrowableBytes(buffer.source.length);
  mergeSegments(name, [unsorted], {
    compression,
    sort,
    retainFrom,
    segment: output,
    source,
    kernels,
    checkpoint: () => undefined,
  });
  return source.view();
}
