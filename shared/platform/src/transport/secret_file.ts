/** A secret of 256 random bits in a file that only its owner can read, as text in one line. Made once, whole or not at all. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ApiError } from '@skein/errors';

const SECRET_BYTES = 32;
const OWNER_ONLY = 0o600;

export class SecretFile {
  readonly #path: string;

  /** In a folder that is there. */
  constructor(path: string) {
    this.#path = path;
  }

  isThere(): boolean {
    return existsSync(this.#path);
  }

  /** The secret; made when there is none. Throws corrupt_state_exception for a file that holds none. */
  read(): string {
    if (!this.isThere()) this.#make();
    const secret = readFileSync(this.#path, 'utf8').trim();
    if (secret !== '') return secret;
    throw new ApiError('corrupt_state_exception', `file [${this.#path}] holds no secret`);
  }

  #make(): void {
    const temporary = `${this.#path}.tmp`;
    const file = openSync(temporary, 'w', OWNER_ONLY);
    try {
      writeSync(file, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, this.#path);
    const folder = openSync(dirname(this.#path), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  }
}
