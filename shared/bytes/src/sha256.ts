/** SHA-256 (FIPS 180-4) in lower-case hexadecimal. */
import { createHash } from 'node:crypto';

export const SHA256_HEX_LENGTH = 64;

/** The hash of bytes that arrive in pieces. */
export class Sha256 {
  readonly #hash = createHash('sha256');

  update(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** The digest; call it once, at the end. */
  hex(): string {
    return this.#hash.digest('hex');
  }
}

export function sha256(bytes: Uint8Array): string {
  const hash = new Sha256();
  hash.update(bytes);
  return hash.hex();
}
