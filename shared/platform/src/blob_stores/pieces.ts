/** A source's bytes piece by piece, each when it may go: so much of a blob is in memory while it is written. */
import type { Admit, BlobSource } from '@skein/snapshots';

const PIECE_BYTES = 1024 * 1024;

export async function* piecesOf(source: BlobSource, admit: Admit): AsyncIterable<Uint8Array> {
  for (let at = 0; at < source.lengthBytes; at += PIECE_BYTES) {
    const lengthBytes = Math.min(PIECE_BYTES, source.lengthBytes - at);
    await admit(lengthBytes);
    yield source.read(at, lengthBytes);
  }
}
