/**
 * The keystore: secure settings by name, sealed, in one file of the config folder.
 *
 *     {"format": 1, "protection": "key" | "key_and_password", "salt": base64, "sealed": base64}
 *
 * The sealed content is a JSON object of names and texts. The sealing key is derived (HKDF, RFC
 * 5869) from the key file next to the keystore and, if there is a password, from the password
 * (scrypt, RFC 7914): neither the keystore alone nor the key file alone reveals a secret.
 */
import { hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isObject } from '@skein/base';
import { ApiError } from '@skein/errors';
import { writeDurably } from '../durable_write.js';
import { lockFile, type ProcessLock } from '../process_lock.js';
import { KEY_BYTES, loadKeyFile, seal, unseal } from './sealing.js';

const FORMAT = 1;
const SALT_BYTES = 32;
/** Ten seconds of attempts. */
const MOST_TRIES = 200;
const PAUSE_MS = 50;
const WRONG_PASSWORD = 'Provided keystore password was incorrect';
/** 128 MiB and some tenths of a second per guess: OWASP's minimum for scrypt. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 } as const;

interface KeystorePaths {
  readonly keystore: string;
  readonly key: string;
}

/** The paths of a config folder's keystore; its key file is next to it unless another is named. */
export function keystorePaths(folder: string, keyFile: string): KeystorePaths {
  return {
    keystore: join(folder, 'skein.keystore'),
    key: keyFile === '' ? join(folder, 'keystore.key') : keyFile,
  };
}

type Protection = 'key' | 'key_and_password';

interface Sealed {
  readonly protection: Protection;
  readonly salt: Uint8Array;
  readonly sealed: Uint8Array;
}

export class KeystoreFile {
  readonly #paths: KeystorePaths;

  constructor(paths: KeystorePaths) {
    this.#paths = paths;
  }

  get path(): string {
    return this.#paths.keystore;
  }

  isThere(): boolean {
    return existsSync(this.path);
  }

  async hasPassword(): Promise<boolean> {
    return (await this.#load()).protection === 'key_and_password';
  }

  /**
   * All entries. Rejects with illegal_state_exception if the file is missing or is no keystore, and
   * with security_exception if the password or the key file does not match the keystore.
   */
  async read(password: string): Promise<Map<string, string>> {
    const { protection, salt, sealed } = await this.#load();
    if (!existsSync(this.#paths.key)) {
      const reason = `the key file [${this.#paths.key}] of the keystore is missing`;
      throw new ApiError('illegal_state_exception', reason);
    }
    if (protection === 'key' && password !== '') {
      throw new ApiError('security_exception', WRONG_PASSWORD);
    }
    const key = await this.#key(protection === 'key' ? '' : password, salt);
    const text = unseal(key, sealed);
    if (text !== undefined) return new Map(Object.entries(JSON.parse(text)));
    const reason =
      protection === 'key'
        ? `the keystore cannot be opened with the key file [${this.#paths.key}]: it is another one, or the keystore was changed`
        : WRONG_PASSWORD;
    throw new ApiError('security_exception', reason);
  }

  /**
   * Reads the entries, changes them and writes them back under a lock against other processes. If
   * `change` throws, nothing is written. `newPassword`: the password from then on.
   */
  async change(
    password: string,
    change: (entries: Map<string, string>) => void,
    newPassword = password,
  ): Promise<void> {
    const lock = await this.#lock();
    try {
      const entries = await this.read(password);
      change(entries);
      await this.write(entries, newPassword);
    } finally {
      lock.release();
    }
  }

  /** Waits for the lock of another process, whose change takes as long as scrypt and a write. */
  async #lock(): Promise<ProcessLock> {
    for (let tries = 1; ; tries++) {
      try {
        return lockFile(this.path);
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || tries === MOST_TRIES) throw thrown;
        await pause(PAUSE_MS);
      }
    }
  }

  /**
   * Replaces the file, which survives a power cut once this resolves. With an empty password the
   * key file alone protects it.
   */
  async write(entries: ReadonlyMap<string, string>, password: string): Promise<void> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.#key(password, salt);
    const sealed = seal(key, JSON.stringify(Object.fromEntries(entries)));
    const protection: Protection = password === '' ? 'key' : 'key_and_password';
    const file = {
      format: FORMAT,
      protection,
      salt: salt.toString('base64'),
      sealed: Buffer.from(sealed).toString('base64'),
    };
    await writeDurably(this.path, Buffer.from(`${JSON.stringify(file)}\n`));
  }

  async #load(): Promise<Sealed> {
    if (!this.isThere()) throw new ApiError('illegal_state_exception', 'Keystore is missing');
    const found = parsed(await readFile(this.path, 'utf8'));
    if (found !== undefined) return found;
    throw new ApiError('illegal_state_exception', `file [${this.path}] is no keystore of format 1`);
  }

  async #key(password: string, salt: Uint8Array): Promise<Uint8Array> {
    const fileKey = await loadKeyFile(this.#paths.key, 'keystore key');
    const secret = password === '' ? fileKey : Buffer.concat([fileKey, await hard(password, salt)]);
    return new Uint8Array(hkdfSync('sha256', secret, salt, 'skein keystore', KEY_BYTES));
  }
}

function parsed(text: string): Sealed | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (!isObject(json)) return undefined;
    const { format, protection, salt, sealed } = json;
    if (format !== FORMAT || typeof salt !== 'string' || typeof sealed !== 'string')
      return undefined;
    if (protection !== 'key' && protection !== 'key_and_password') return undefined;
    const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
    return { protection, salt: bytes(salt), sealed: bytes(sealed) };
  } catch {
    return undefined;
  }
}

function hard(password: string, salt: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, SCRYPT, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
