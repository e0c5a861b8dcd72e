import { crc32 as zlibCrc32 } from 'node:zlib';

/**
 * CRC-32 (IEEE 802.3) as an unsigned number; `seed` is the checksum of the preceding bytes, so that
 * long data can be fed in pieces.
 */
export function crc32(bytes: Uint8Array, seed = 0): number {
  return zlibCrc32(bytes, seed);
}
