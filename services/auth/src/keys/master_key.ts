/** The key that seals private keys at rest: 32 bytes in a file only its owner may read. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { ApiError } from '@skein/errors';
import { writeDurably } from '@skein/platform';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Reads the file, or makes it with mode 0600, on the disk before anything is sealed with it; of several processes that begin at once, one makes it.
 * Refuses a file others may read, or of another size.
 */
export async function loadMasterKey(path: string): Promise<Uint8Array> {
  if (!existsSync(path)) await writeDurably(path, randomBytes(KEY_BYTES), { exclusive: true });
  const loose = ((await stat(path)).mode & 0o077) !== 0;
  if (loose && process.platform !== 'win32') {
    throw refusal(path, 'can be read by others than its owner: its mode must be 0600');
  }
  const key = await readFile(path);
  if (key.length !== KEY_BYTES)
    throw refusal(path, `must hold ${KEY_BYTES} bytes, not ${key.length}`);
  return key;
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

/** AES-256-GCM: nonce, tag, cipher text. */
export function seal(masterKey: Uint8Array, plain: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce);
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws when the master key is another one or the bytes were changed. */
export function unseal(masterKey: Uint8Array, sealed: Uint8Array): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    throw new ApiError(
      'illegal_state_exception',
      'a signing key cannot be opened with this master key: the file is another one, or was changed',
    );
  }
}

function refusal(path: string, why: string): ApiError {
  return new ApiError('illegal_state_exception', `master key file [${path}] ${why}`);
}
