/** Bytes that can be handed over to a thread: a copy, if other things lie in the same memory. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) {
    return bytes as Uint8Array<ArrayBuffer>;
  }
  // Not `slice`, which makes a view of a Buffer: what came over a socket shares its memory with other messages.
  return new Uint8Array(bytes);
}
