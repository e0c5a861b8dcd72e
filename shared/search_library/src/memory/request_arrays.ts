/**
 * Typed arrays that live as long as this thread's current piece of work (see `request_memory.ts`)
 * and are then used again. Memory outside the heap that each search allocates anew counts towards
 * V8's next full collection: 64 MB of it start one, which stops the thread for tens of
 * milliseconds however little there is to collect.
 *
 * The rules of these arrays:
 *
 * 1. Nothing keeps one after the work: no cache, prepared query or reply that is read later.
 * 2. Their contents stay as they are until the thread's next piece of work asks for its first
 *    array, so a reply may be encoded after the work has ended.
 *
 * A thread that has not called `enterRequestArrays` gets new arrays.
 */

/** Smaller arrays are allocated: keeping them costs as much. */
const LEAST_BYTES = 512;
/** Larger arrays are rare, and would be most of what a thread keeps. */
const MOST_BYTES = 512 * 1024;
/** The most memory that a thread keeps. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

export class RequestArrays {
  readonly #leastBytes: number;
  /** Free memory, by the logarithm of its size. */
  readonly #free: ArrayBuffer[][] = [];
  #lent: ArrayBuffer[] = [];
  #lentBytes = 0;
  #freeBytes = 0;
  #hasEnded = false;

  /** Arrays of fewer bytes, or none, are not used again. */
  constructor(leastBytes = LEAST_BYTES) {
    this.#leastBytes = leastBytes;
  }

  /** Called when a piece of work has ended: what it was lent may be lent again. */
  end(): void {
    this.#hasEnded = true;
  }

  /** Memory of at least `bytes`, filled with zeros as far as that. */
  take(bytes: number): ArrayBuffer {
    if (this.#hasEnded) this.#collect();
    if (bytes < this.#leastBytes || bytes > MOST_BYTES || bytes === 0)
      return new ArrayBuffer(bytes);
    const size = 32 - Math.clz32(bytes - 1);
    const free = this.#free[size]?.pop();
    const memory = free ?? new ArrayBuffer(2 ** size);
    if (free !== undefined) {
      this.#freeBytes -= free.byteLength;
      new Uint8Array(memory, 0, bytes).fill(0);
    }
    if (this.#lentBytes + memory.byteLength <= MAX_KEPT_BYTES) {
      this.#lent.push(memory);
      this.#lentBytes += memory.byteLength;
    }
    return memory;
  }

  /** Keeps what was lent, and what it left free only if both together are not too much. */
  #collect(): void {
    this.#hasEnded = false;
    if (this.#freeBytes + this.#lentBytes > MAX_KEPT_BYTES) {
      this.#free.length = 0;
      this.#freeBytes = 0;
    }
    this.#freeBytes += this.#lentBytes;
    for (const memory of this.#lent) {
      const size = 31 - Math.clz32(memory.byteLength);
      const free = this.#free[size];
      if (free === undefined) this.#free[size] = [memory];
      else free.push(memory);
    }
    this.#lent = [];
    this.#lentBytes = 0;
  }
}

let arrays: RequestArrays | undefined;

/** Lets the pieces of work of this thread, whose ends are told, share their arrays. */
export function enterRequestArrays(shared = new RequestArrays()): void {
  arrays = shared;
}

/** Tells that this thread's current piece of work has ended. */
export function endRequestArrays(): void {
  if (arrays !== undefined) arrays.end();
}

/** Zeros. */
export function requestWords(length: number): Uint32Array<ArrayBuffer> {
  if (arrays === undefined) return new Uint32Array(length);
  return new Uint32Array(arrays.take(4 * length), 0, length);
}

/** Zeros. */
export function requestFloats(length: number): Float32Array<ArrayBuffer> {
  if (arrays === undefined) return new Float32Array(length);
  return new Float32Array(arrays.take(4 * length), 0, length);
}

/** Zeros. */
export function requestDoubles(length: number): Float64Array<ArrayBuffer> {
  if (arrays === undefined) return new Float64Array(length);
  return new Float64Array(arrays.take(8 * length), 0, length);
}
