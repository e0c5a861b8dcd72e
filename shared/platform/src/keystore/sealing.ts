/** Secrets at rest: texts sealed with a key of 32 bytes, in a file that only its owner may read. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { ApiError } from '@skein/errors';
import { writeDurably } from '../durable_write.js';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Reads the key, or creates it with mode 0600, on disk before anything is sealed with it; of
 * several processes that start at once, one creates it. Rejects with illegal_state_exception for a
 * file that others may read, or of another size. `name`: the file's name in the error message.
 */
export async function loadKeyFile(path: string, name: string): Promise<Uint8Array> {
  if (!existsSync(path)) await writeDurably(path, randomBytes(KEY_BYTES), { exclusive: true });
  const loose = ((await stat(path)).mode & 0o077) !== 0;
  if (loose && process.platform !== 'win32') {
    throw illegalState(
      `${name} file [${path}] can be read by others than its owner: its mode must be 0600`,
    );
  }
  const key = await readFile(path);
  if (key.length === KEY_BYTES) return key;
  throw illegalState(`${name} file [${path}] must hold ${KEY_BYTES} bytes, not ${key.length}`);
}

/** Seals with AES-256-GCM: nonce, tag, cipher text. */
export function seal(key: Uint8Array, plain: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** The text; `undefined`: the key is another one, or the bytes were changed. */
export function unseal(key: Uint8Array, sealed: Uint8Array): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function illegalState(reason: string): ApiError {
  return new ApiError('illegal_state_exception', reason);
}
