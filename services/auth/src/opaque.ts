/**
 * Opaque values: codes, refresh tokens, session ids. They have 256 random bits; the store gets only
 * their hash.
 */
import { hash, randomBytes } from 'node:crypto';

const OPAQUE_BYTES = 32;

export function newOpaque(): string {
  return randomBytes(OPAQUE_BYTES).toString('base64url');
}

/** A fast hash suffices for values that cannot be guessed. */
export function hashOpaque(value: string): string {
  return hash('sha256', value, 'base64url');
}
