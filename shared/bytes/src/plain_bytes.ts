/**
 * A `Buffer` as a plain `Uint8Array`. `Buffer.slice` makes a view where `Uint8Array.slice` makes a
 * copy, so a short slice of a `Buffer` would keep, and post to other threads, the whole buffer.
 */
export function plainBytes({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}
