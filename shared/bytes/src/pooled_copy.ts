/**
 * Copies of short byte ranges that share memory. An array of its own takes memory outside the heap, which V8 counts against the next full
 * collection: a request that reads ten documents into ten arrays brings that forward.
 */

/** Small, for a copy that is kept for long keeps all of it. */
const POOL_BYTES = 16 * 1024;
/** Longer ones have memory of their own. */
const MAX_POOLED_BYTES = 4 * 1024;

let pool = new ArrayBuffer(POOL_BYTES);
let used = 0;

/** The bytes in memory that nobody else writes to. */
export function pooledCopy(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  if (length > MAX_POOLED_BYTES) return new Uint8Array(bytes);
  if (used + length > POOL_BYTES) {
    pool = new ArrayBuffer(POOL_BYTES);
    used = 0;
  }
  const copy = new Uint8Array(pool, used, length);
  copy.set(bytes);
  used += length;
  return copy;
}
