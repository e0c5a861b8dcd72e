/** Answers that are read once more and written anew, with pauses: other work is not to wait for a long one. */
import { PIECE_BYTES } from './answer_limits.js';
import type { JsonBuffer } from './json_buffer.js';

/** `token` writes the next part into the output; false: that was the end. Pauses after each few kilobytes, and gives the pieces in order. */
export function* inPieces(output: JsonBuffer, token: () => boolean): Generator<void, Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  while (token()) {
    if (output.length < PIECE_BYTES) continue;
    chunks.push(output.finish());
    yield;
  }
  chunks.push(output.finish());
  return chunks;
}
