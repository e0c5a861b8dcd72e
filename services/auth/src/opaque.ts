/**
 * Values that mean nothing in themselves: codes, refresh tokens, session ids. 256 random bits; the
 * store sees their hash alone.
 */
import { hash, randomBytes } from 'node:crypto';

const OPAQUE_BYTES = 32;

export function newOpaque(): string {
  return randomBytes(OPAQUE_BYTES).toString('base64url');
}

/** A fast hash is enough for values nobody can guess. */
export function hashOpaque(value: string): string {
  return hash('sha256', value, 'base64url');
}
