/**
 * FNV-1a over bytes, followed by a final mix because its low bits alone are too weak for tables
 * whose size is a power of two. The hash is part of the file format.
 */
import { fnv1a } from '@skein/bytes';

export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  return mixHash(fnv1a(bytes, start, end));
}

/** The hash of bytes from their FNV-1a. */
export function mixHash(fnv: number): number {
  const mixed = Math.imul(fnv ^ (fnv >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
