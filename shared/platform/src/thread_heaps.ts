/** Sizes of the heaps of this process's threads. Every thread has a heap of its own. */
import type { HeapInfo } from 'node:v8';

export interface HeapSizes {
  /** Objects, including garbage that has not been collected yet. */
  readonly usedBytes: number;
  /** Pages of the heap that are in RAM, compiled code included. */
  readonly committedBytes: number;
  /** Memory that V8 took from the allocator, for compilers and tables beside the heap. */
  readonly nativeBytes: number;
  /** Memory outside of the heap that its objects keep: buffers that no other thread shares. */
  readonly externalBytes: number;
}

export interface ThreadHeap extends HeapSizes {
  /** Name of the thread. */
  readonly name: string;
}

export function heapSizes(heap: HeapInfo): HeapSizes {
  return {
    usedBytes: heap.used_heap_size,
    committedBytes: heap.total_physical_size,
    nativeBytes: heap.malloced_memory,
    externalBytes: heap.external_memory,
  };
}

/** A thread whose heap can be measured from outside. */
interface MeasuredThread {
  readonly name: string;
  heap(): Promise<HeapSizes>;
}

/** The last figures of each thread, for one that is too busy to tell them now. */
export class ThreadHeaps {
  readonly #last = new WeakMap<MeasuredThread, ThreadHeap>();

  /**
   * The heap of each thread. `patience` resolves when a thread that has not answered is shown by
   * its last figures; a thread that has none, or has ended, is left out.
   */
  async measure(
    threads: readonly MeasuredThread[],
    patience: Promise<void>,
  ): Promise<readonly ThreadHeap[]> {
    const over = patience.then(() => undefined);
    const found = await Promise.all(
      threads.map(async (thread) => {
        const asked = thread.heap().then((sizes) => {
          const heap = { name: thread.name, ...sizes };
          this.#last.set(thread, heap);
          return heap;
        });
        return (await Promise.race([asked.catch(() => undefined), over])) ?? this.#last.get(thread);
      }),
    );
    return found.flatMap((heap) => (heap === undefined ? [] : [heap]));
  }
}
