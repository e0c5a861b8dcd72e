/** Bytes that can be handed over to a thread. */

/** What is read from a socket at once is no longer: a longer buffer was made for one message. */
const MOST_READ_BYTES = 64 * 1024;
/** Of such a buffer, what goes with it besides. */
const MOST_AROUND_BYTES = 4 * 1024;

/**
 * The bytes as they are where nobody else's lie in the same memory, else a copy. Of a long message
 * that came over a socket the whole buffer goes along: copies of what replicas get would make each
 * node collect garbage twice as often.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer) {
    const aroundBytes = buffer.byteLength - byteLength;
    const isOfOneMessage = byteLength > MOST_READ_BYTES && aroundBytes <= MOST_AROUND_BYTES;
    if (aroundBytes === 0 || isOfOneMessage) return bytes as Uint8Array<ArrayBuffer>;
  }
  // Not `slice`, which makes a view of a Buffer: what came over a socket shares its memory with
  // other messages.
  return new Uint8Array(bytes);
}
