/** The key that seals private keys at rest, and the keys that are derived from it. */
import { hkdfSync } from 'node:crypto';
import { ApiError } from '@skein/errors';
import { KEY_BYTES, loadKeyFile, unseal } from '@skein/platform';

export { seal } from '@skein/platform';

/**
 * Reads the file, or makes it. Rejects with illegal_state_exception for a file that others may
 * read, or of another size.
 */
export function loadMasterKey(path: string): Promise<Uint8Array> {
  return loadKeyFile(path, 'master key');
}

/** Keys for other purposes than sealing, the same for all instances that share the master key. */
export interface DerivedSecrets {
  /** Of DPoP nonces. */
  readonly nonce: Uint8Array;
  /** Of refresh tokens that follow one another. */
  readonly successor: Uint8Array;
  /** Of cookies that say who has signed in here before. */
  readonly device: Uint8Array;
}

/** HKDF (RFC 5869): one secret tells nothing of another. */
export function deriveSecrets(masterKey: Uint8Array): DerivedSecrets {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', masterKey, '', `skein-auth ${purpose}`, KEY_BYTES));
  return {
    nonce: derive('dpop nonce'),
    successor: derive('refresh successor'),
    device: derive('device cookie'),
  };
}

/** Throws illegal_state_exception when the master key is another one or the bytes were changed. */
export function openSealedKey(masterKey: Uint8Array, sealed: Uint8Array): string {
  const plain = unseal(masterKey, sealed);
  if (plain !== undefined) return plain;
  throw new ApiError(
    'illegal_state_exception',
    'a signing key cannot be opened with this master key: the file is another one, or was changed',
  );
}
