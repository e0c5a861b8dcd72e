/**
 * LZ4 blocks: they decompress in a few microseconds where zstd spends tens on its set-up alone. A dictionary is text both sides have; matches
 * may reach back into it. The format is lz4_flex's: u32 decompressed length, then one raw block.
 */
import { assert } from '@skein/base';
import { compressSync, uncompressSync } from 'lz4-napi';

/** A match reaches this far back, dictionary included. */
export const LZ4_WINDOW_BYTES = 64 * 1024;

export function compressLz4(bytes: Uint8Array, dictionary?: Uint8Array): Uint8Array {
  return compressSync(asBuffer(bytes), dictionary && asBuffer(dictionary));
}

/** `length` is what the caller knows the result to be: a forged block cannot fill memory. */
export function decompressLz4(
  bytes: Uint8Array,
  length: number,
  dictionary?: Uint8Array,
): Uint8Array {
  const declared = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
  assert(declared === length, `LZ4 block declares [${declared}] bytes, expected [${length}]`);
  return uncompressSync(bytes, dictionary && asBuffer(dictionary));
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
