/**
 * Zstandard blocks (RFC 8878). The caller stores the decompressed size: it is the limit that stops
 * a forged block from filling memory.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { plainBytes } from './plain_bytes.js';

/** Level 1: on JSON within a few percent of the default's size at about twice its speed. */
const LEVEL = 1;
/** The smallest chunk that node:zlib accepts. */
const MIN_CHUNK_BYTES = 64;
/** The most memory that is reserved before any byte is decompressed. */
const MAX_CHUNK_BYTES = 1024 * 1024;

export function compress(bytes: Uint8Array): Uint8Array {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return plainBytes(zstdCompressSync(bytes, { params }));
}

/** Throws when the data is damaged or would grow beyond `maxLength`. */
export function decompress(bytes: Uint8Array, maxLength?: number): Uint8Array {
  if (maxLength === undefined) return plainBytes(zstdDecompressSync(bytes));
  // One output buffer of the right size instead of many of the default size.
  const chunkSize = Math.min(Math.max(maxLength, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES);
  return plainBytes(zstdDecompressSync(bytes, { maxOutputLength: maxLength, chunkSize }));
}
