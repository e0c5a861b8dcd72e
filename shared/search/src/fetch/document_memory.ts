/**
 * Memory for the document of a hit, reused by the next one. Memory outside the heap that is
 * allocated for each hit costs a call of the C heap and counts towards V8's next full collection,
 * which costs tens of milliseconds.
 */
import type { OwnBytes } from '@skein/search_library';

/** Larger memory is not kept. */
const MAX_SPARE_BYTES = 256 * 1024;
const FIRST_BYTES = 16 * 1024;

class DocumentMemory {
  #bytes = new Uint8Array(FIRST_BYTES);
  #used = 0;

  get capacity(): number {
    return this.#bytes.length;
  }

  readonly own: OwnBytes = (bytes) => {
    const start = this.#used;
    const end = start + bytes.length;
    // Earlier copies stay in the memory they are in.
    if (end > this.#bytes.length) return this.#moved(bytes);
    this.#bytes.set(bytes, start);
    this.#used = end;
    return this.#bytes.subarray(start, end);
  };

  clear(): void {
    this.#used = 0;
  }

  #moved(bytes: Uint8Array): Uint8Array {
    this.#bytes = new Uint8Array(2 * Math.max(bytes.length, this.#bytes.length));
    this.#used = 0;
    return this.own(bytes);
  }
}

/** Memories of this thread for the next hits; a hit within a hit has a memory of its own. */
const spare: DocumentMemory[] = [];

/** Runs the work, which keeps nothing of the bytes that `own` returns. */
export function withDocumentMemory<T>(work: (own: OwnBytes) => T): T {
  const memory = spare.pop() ?? new DocumentMemory();
  try {
    return work(memory.own);
  } finally {
    memory.clear();
    if (memory.capacity <= MAX_SPARE_BYTES) spare.push(memory);
  }
}
