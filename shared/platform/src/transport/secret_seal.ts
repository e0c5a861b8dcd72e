/**
 * Seals messages with the cluster's secret: HMAC-SHA-256 under a separate key (RFC 5869). Two
 * secrets are accepted while one replaces the other.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export interface SecretSeal {
  seal(bytes: Uint8Array): Uint8Array;
  /** True if the seal is valid. Takes constant time. */
  isSealed(bytes: Uint8Array, seal: Uint8Array): boolean;
}

/**
 * Creates the seals: the first secret seals, all of them are accepted. `purpose` keeps seals of one
 * kind of message from being valid for another.
 */
export function secretSeal(secrets: readonly string[], purpose: string): SecretSeal {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, 'skein seal', purpose, 32)),
  );
  const [current] = keys;
  if (current === undefined) throw new RangeError('a seal needs a secret');
  return {
    seal: (bytes) => sealed(current, bytes),
    isSealed: (bytes, seal) => keys.some((key) => isEqual(sealed(key, bytes), seal)),
  };
}

function sealed(key: Buffer, bytes: Uint8Array): Buffer {
  return createHmac('sha256', key).update(bytes).digest();
}

function isEqual(expected: Buffer, given: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(expected, given);
}
