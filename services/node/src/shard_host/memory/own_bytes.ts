/** Bytes that can be transferred to a thread. */

/** Largest read from a socket. A longer buffer was allocated for a single message. */
const MOST_READ_BYTES = 64 * 1024;
/** Largest part of such a buffer that is not the message. */
const MOST_AROUND_BYTES = 4 * 1024;

/**
 * The bytes themselves if nothing else uses their memory, else a copy. A long message from a socket
 * keeps its whole buffer: copying what replicas receive would double the garbage collections of
 * each node.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer) {
    const aroundBytes = buffer.byteLength - byteLength;
    const isOfOneMessage = byteLength > MOST_READ_BYTES && aroundBytes <= MOST_AROUND_BYTES;
    // The type does not follow the check of the member.
    if (aroundBytes === 0 || isOfOneMessage) return bytes as Uint8Array<ArrayBuffer>;
  }
  // Not `slice`, which makes a view of a Buffer: bytes from a socket share their memory with other
  // messages.
  return new Uint8Array(bytes);
}
