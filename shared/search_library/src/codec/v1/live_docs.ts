/**
 * File `<name>_<generation>.liv`, version 1: the live documents of a committed segment, a bit each.
 * For version 2 see `soft_deletes_update.ts`.
 */
import { type ByteReader, ByteWriter, crc32 } from '@skein/bytes';
import { corruptIndex } from '../corrupt_index.js';

/** "SKLD" read as a little-endian number. */
export const LIVE_MAGIC = 0x444c4b53;
export const LIVE_DOCS_VERSION = 1;
const HEADER_BYTES = 12;
const CHECKSUM_BYTES = 4;

/** Length of the file for a segment of `docCount` documents. */
export function liveDocsBytes(docCount: number): number {
  return HEADER_BYTES + 4 * ((docCount + 31) >>> 5) + CHECKSUM_BYTES;
}

export function encodeLiveDocs(liveDocs: Uint32Array, docCount: number): Uint8Array {
  const out = new ByteWriter(liveDocsBytes(docCount));
  out.u32(LIVE_MAGIC);
  out.u32(LIVE_DOCS_VERSION);
  out.u32(docCount);
  for (const word of liveDocs) out.u32(word);
  out.u32(crc32(out.view()));
  return out.toBytes();
}

/** Reads the content after the header. */
export function readLiveDocsInto(live: Uint32Array, input: ByteReader, file: string): void {
  if (input.remaining !== 4 * live.length) {
    throw corruptIndex('live documents have the wrong length', file);
  }
  for (let i = 0; i < live.length; i++) live[i] = input.u32();
}
