/**
 * Proof of the cluster's secret: HMAC-SHA-256 under a key derived from it (RFC 5869). Two secrets
 * are accepted while one replaces the other.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Prover, Side } from '@skein/transport';

/** Creates a prover: the first secret proves, all of them verify. */
export function secretProver(secrets: readonly string[]): Prover {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, 'skein transport', 'node to node', 32)),
  );
  const [current] = keys;
  if (current === undefined) throw new RangeError('a prover needs a secret');
  return {
    prove: (side, transcript) => proof(current, side, transcript),
    verify: (side, transcript, given) =>
      keys.some((key) => isEqual(proof(key, side, transcript), given)),
  };
}

function proof(key: Buffer, side: Side, transcript: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${side}\n`).update(transcript).digest();
}

function isEqual(expected: Buffer, given: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(expected, given);
}
