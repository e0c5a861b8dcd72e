/** The master key, which seals private keys at rest, and the keys derived from it. */
import { hkdfSync } from 'node:crypto';
import { ApiError } from '@skein/errors';
import { KEY_BYTES, loadKeyFile, unseal } from '@skein/platform';

export { seal } from '@skein/platform';

/**
 * Reads the file or creates it. Rejects with illegal_state_exception if others can read the file,
 * or its size is wrong.
 */
export function loadMasterKey(path: string): Promise<Uint8Array> {
  return loadKeyFile(path, 'master key');
}

/**
 * Derived keys for other purposes than sealing, equal for all instances with the same master key.
 */
export interface DerivedSecrets {
  /** Key for DPoP nonces. */
  readonly nonce: Uint8Array;
  /** Key for successors of refresh tokens. */
  readonly successor: Uint8Array;
  /** Key for device cookies. */
  readonly device: Uint8Array;
}

/** HKDF (RFC 5869): one derived secret reveals nothing about another. */
export function deriveSecrets(masterKey: Uint8Array): DerivedSecrets {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', masterKey, '', `skein-auth ${purpose}`, KEY_BYTES));
  return {
    nonce: derive('dpop nonce'),
    successor: derive('refresh successor'),
    device: derive('device cookie'),
  };
}

/**
 * Throws illegal_state_exception if the master key is a different one or the bytes were changed.
 */
export function openSealedKey(masterKey: Uint8Array, sealed: Uint8Array): string {
  const plain = unseal(masterKey, sealed);
  if (plain !== undefined) return plain;
  throw new ApiError(
    'illegal_state_exception',
    'a signing key cannot be opened with this master key: the file is another one, or was changed',
  );
}
