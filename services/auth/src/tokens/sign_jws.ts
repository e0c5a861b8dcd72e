/**
 * A signed JWT in compact form (RFC 7515 §7.1). With Node's own `sign`, which takes half the time of Web Crypto's for so little data: an
 * ES256 signature costs 0.05 ms, less than the way to another thread and back.
 */
import { sign } from 'node:crypto';
import type { SigningAlgorithm } from '../config.js';
import type { SigningKey } from '../keys/keystore.js';

/** ES256 wants the two numbers as they are, not in DER (RFC 7518 §3.4); EdDSA hashes by itself. */
const SIGNING = {
  ES256: { hash: 'sha256', options: { dsaEncoding: 'ieee-p1363' } },
  EdDSA: { hash: null, options: {} },
  RS256: { hash: 'sha256', options: {} },
} as const satisfies Record<SigningAlgorithm, object>;

export function signJws(
  { algorithm, kid, privateKey }: SigningKey,
  { typ, claims }: { readonly typ: string; readonly claims: object },
): string {
  const signed = `${encoded({ alg: algorithm, kid, typ })}.${encoded(claims)}`;
  const { hash, options } = SIGNING[algorithm];
  const signature = sign(hash, Buffer.from(signed, 'latin1'), { key: privateKey, ...options });
  return `${signed}.${signature.toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part), 'utf8').toString('base64url');
}
