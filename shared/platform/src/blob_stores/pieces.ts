/** A source's bytes piece by piece, each when it may go: so much of a blob is in memory while it is written. */
import type { Admit, BlobSource } from '@skein/snapshots';

export const PIECE_BYTES = 1024 * 1024;

/** A piece is the same memory as the one before it: the garbage of a new one each time has V8 collect after every few. */
export async function* piecesOf(source: BlobSource, admit: Admit): AsyncIterable<Uint8Array> {
  const buffer = new Uint8Array(Math.min(PIECE_BYTES, source.lengthBytes));
  for (let at = 0; at < source.lengthBytes; at += PIECE_BYTES) {
    const piece = buffer.subarray(0, Math.min(PIECE_BYTES, source.lengthBytes - at));
    await admit(piece.length);
    source.readInto(at, piece);
    yield piece;
  }
}
