/** Rewrites responses with pauses, so that other work need not wait for a long one. */
import { PIECE_BYTES } from './answer_limits.js';
import type { JsonBuffer } from './json_buffer.js';

/**
 * Collects the output in order, with a pause after each few kilobytes. `token` writes the next part
 * into the output; false: there is no more.
 */
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
