/**
 * A signed JWT in compact form (RFC 7515 §7.1). Node's own `sign` takes half the time of Web Crypto
 * for so little data. It is called with the key alone: converting its DER signature here is twice
 * as fast as requesting the two numbers of ES256 from it (0.025 ms in all).
 */
import { sign } from 'node:crypto';
import type { SigningAlgorithm } from '../config.js';
import type { SigningKey } from '../keys/keystore.js';

interface Signing {
  /** Null for EdDSA, which hashes internally. */
  readonly hash: 'sha256' | null;
  /** Converts Node's signature to the format of RFC 7518 §3. */
  readonly encode: (signature: Buffer) => Buffer;
}

const asItIs = (signature: Buffer) => signature;

const SIGNING: Readonly<Record<SigningAlgorithm, Signing>> = {
  ES256: { hash: 'sha256', encode: twoNumbers },
  EdDSA: { hash: null, encode: asItIs },
  RS256: { hash: 'sha256', encode: asItIs },
};

export function signJws(
  { algorithm, kid, privateKey }: SigningKey,
  { typ, claims }: { readonly typ: string; readonly claims: object },
): string {
  const signed = `${encoded({ alg: algorithm, kid, typ })}.${encoded(claims)}`;
  const { hash, encode } = SIGNING[algorithm];
  const signature = encode(sign(hash, Buffer.from(signed, 'latin1'), privateKey));
  return `${signed}.${signature.toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part), 'utf8').toString('base64url');
}

/** Size of a number modulo the order of P-256. */
const NUMBER_BYTES = 32;

/**
 * Converts `SEQUENCE { INTEGER r, INTEGER s }` to `r` and `s`, 32 bytes each (RFC 7518 §3.4). The
 * sequence is shorter than 128 bytes, so every length is one byte. An integer has a leading zero
 * only if its first bit is set.
 */
function twoNumbers(der: Buffer): Buffer {
  const both = Buffer.alloc(2 * NUMBER_BYTES);
  let from = 2;
  for (let end = NUMBER_BYTES; end <= both.length; end += NUMBER_BYTES) {
    const length = der.readUInt8(from + 1);
    const start = from + 2;
    from = start + length;
    const digits = Math.min(length, NUMBER_BYTES);
    der.copy(both, end - digits, from - digits, from);
  }
  return both;
}
