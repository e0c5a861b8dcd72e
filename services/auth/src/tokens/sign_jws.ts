/**
 * A signed JWT in compact form (RFC 7515 §7.1). With Node's own `sign`, which takes half the time
 * of Web Crypto's for so little data, and with the key alone: asked for the two numbers of ES256
 * instead of DER it takes twice as long as reading them out of DER here (0.025 ms in all).
 */
import { sign } from 'node:crypto';
import type { SigningAlgorithm } from '../config.js';
import type { SigningKey } from '../keys/keystore.js';

interface Signing {
  /** EdDSA hashes by itself. */
  readonly hash: 'sha256' | null;
  /** From what Node gives to what RFC 7518 §3 asks for. */
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

/** Bytes of a number modulo the order of P-256. */
const NUMBER_BYTES = 32;

/**
 * `SEQUENCE { INTEGER r, INTEGER s }` as `r` and `s`, 32 bytes each (RFC 7518 §3.4). The sequence
 * has under 128 bytes, so every length is one byte; an integer has a zero in front when its first
 * bit is set, and no other leading zeros.
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
