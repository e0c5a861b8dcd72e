/** A secret of 256 random bits in a file that only its owner can read, as text in one line. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ApiError } from '@skein/errors';
import { writeDurably } from '../durable_write.js';

const SECRET_BYTES = 32;

export class SecretFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  isThere(): boolean {
    return existsSync(this.#path);
  }

  /**
   * The secret, created when there is none. Rejects with corrupt_state_exception for a file without
   * a valid secret.
   */
  async read(): Promise<string> {
    if (!this.isThere()) {
      const made = Buffer.from(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
      await writeDurably(this.#path, made, { exclusive: true });
    }
    const secret = (await readFile(this.#path, 'utf8')).trim();
    if (secret !== '') return secret;
    throw new ApiError('corrupt_state_exception', `file [${this.#path}] holds no secret`);
  }
}
