/**
 * A flush as plain data, so that any thread with the shard's files can run it. It writes the two
 * files of the new segment, unsynced, and changes nothing else; the writer adds the segment.
 */
import { ChecksummedOutput } from '../codec/file_output.js';
import { freeMemory } from '../codec/free_memory.js';
import {
  STORED_COMPRESSIONS,
  type StoredCompression,
} from '../codec/v1/stored_fields/block_compression.js';
import type { Kernels } from '../search/kernels/kernels.js';
import type { Directory } from '../store/directory.js';
import { finishSorted } from './finish_sorted.js';
import { type FrozenBuffer, writeBuffer } from './frozen_buffer.js';
import type { IndexSort } from './index_sort.js';

export interface FlushJob {
  /** Name of the new segment. */
  readonly name: string;
  readonly buffer: FrozenBuffer;
  readonly compression: StoredCompression;
  /** The order of the new segment. */
  readonly sort: IndexSort;
  /** A sorted segment keeps deleted documents from this sequence number on. */
  readonly retainFrom: number;
}

/** A flush in another thread. */
export interface FlushRun {
  /** True if the files are written, or the flush has failed. */
  readonly isOver: boolean;
  /** Blocks until the flush is over, without the event loop; throws if it has failed. */
  wait(): void;
}

/**
 * Runs a flush in another thread; `undefined`: none is free. The memory of the job may be moved
 * there.
 */
export type FlushPort = (job: FlushJob) => FlushRun | undefined;

/** Runs the flush and blocks until its files are written. Frees the memory of the job. */
export function runFlush(job: FlushJob, directory: Directory, kernels: Kernels): void {
  const file = directory.openAppend(`${job.name}.seg`);
  try {
    const output = new ChecksummedOutput(file);
    const source = writeTo(job, output, kernels);
    output.flush();
    directory.writeFile(`${job.name}.src`, source);
    freeMemory(source);
  } finally {
    file.close();
  }
}

/** Returns the content of `<name>.src`. */
function writeTo(job: FlushJob, output: ChecksummedOutput, kernels: Kernels): Uint8Array {
  const { name, buffer, sort, retainFrom } = job;
  if (sort.length === 0) {
    writeBuffer(buffer, { name, output, kernels });
    return buffer.source;
  }
  const compression = STORED_COMPRESSIONS[job.compression];
  return finishSorted(buffer, { name, sort, retainFrom, compression, kernels, output });
}

/** The memory of a job, to be moved to another thread. */
export function memoryOf({ buffer }: FlushJob): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  collectMemory(buffer, found);
  return [...found];
}

function collectMemory(value: unknown, found: Set<ArrayBuffer>): void {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) collectMemory(each, found);
  }
}
