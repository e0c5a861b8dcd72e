/** Reads a whole blob that arrives in pieces, up to a length. */
import { BlobTooLong } from '@skein/snapshots';

/** Throws BlobTooLong, and ends the stream, when more bytes arrive. */
export async function readUpTo(
  name: string,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    length += piece.length;
    if (length > maxBytes) throw new BlobTooLong(name, maxBytes);
    pieces.push(piece);
  }
  return joined(pieces);
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
