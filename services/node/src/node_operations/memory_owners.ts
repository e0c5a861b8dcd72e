/**
 * The resident memory of a node by its owner. The parts are measured by different means and at
 * slightly different times; what none of them explains is `other`, so that the parts add up to the
 * whole.
 */
import type { ProcessSample, ThreadHeap } from '@skein/platform';

export interface MemoryReport {
  /** The heap of each thread, the main thread's first. */
  readonly heaps: readonly ThreadHeap[];
  /** Parts of segments in the memory that all threads share. */
  readonly segmentBytes: number;
}

interface MemoryOwners {
  /** The heaps of all threads, compiled code and garbage included. */
  readonly heaps: number;
  /** Memory beside the heaps that V8 needs for itself. */
  readonly engine: number;
  /** Buffers of the threads: documents not yet in a segment, caches, bodies of requests. */
  readonly buffers: number;
  readonly segments: number;
  /** The program's files; the system can drop them when it needs room. */
  readonly files: number;
  /**
   * All else: stacks, the kernels' working memory, memory of removed segments, memory that the
   * allocator keeps for later.
   */
  readonly other: number;
}

export function memoryOwners(
  { residentBytes, residence }: Pick<ProcessSample, 'residentBytes' | 'residence'>,
  { heaps, segmentBytes }: MemoryReport,
): MemoryOwners {
  const sum = (figure: keyof Omit<ThreadHeap, 'name'>) =>
    heaps.reduce((total, heap) => total + heap[figure], 0);
  const owners = {
    heaps: sum('committedBytes'),
    engine: sum('nativeBytes'),
    buffers: sum('externalBytes'),
    segments: segmentBytes,
    files: residence?.fileBytes ?? 0,
  };
  const known = Object.values(owners).reduce((total, bytes) => total + bytes, 0);
  // Memory that was reserved and never written counts as a buffer's and is not resident.
  return { ...owners, other: Math.max(0, residentBytes - known) };
}
