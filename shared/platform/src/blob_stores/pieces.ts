/**
 * Reads a source piece by piece, each when the rate limit admits it; only a piece of a blob is in
 * memory while it is written.
 */
import type { Admit, BlobSource } from '@skein/snapshots';

export const PIECE_BYTES = 1024 * 1024;

/**
 * The pieces of a source. All pieces share one buffer, since a new one each time would make V8
 * collect garbage after every few.
 */
export async function* piecesOf(source: BlobSource, admit: Admit): AsyncIterable<Uint8Array> {
  const buffer = new Uint8Array(Math.min(PIECE_BYTES, source.lengthBytes));
  for (let at = 0; at < source.lengthBytes; at += PIECE_BYTES) {
    const piece = buffer.subarray(0, Math.min(PIECE_BYTES, source.lengthBytes - at));
    await admit(piece.length);
    source.readInto(at, piece);
    yield piece;
  }
}
