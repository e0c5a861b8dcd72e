/**
 * A `Buffer` as what the types call it. Its `slice` makes a view where that of every other `Uint8Array` makes a copy: whoever wants a few bytes of their
 * own would keep, and post to other threads, all that they were cut from.
 */
export function plainBytes({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}
