/**
 * Proofs of possession (DPoP, RFC 9449): a key that never leaves the browser, and a proof of it
 * with each request. A stolen token is useless without the key.
 */
import { base64url, base64urlJson } from './base64url.js';

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
const ID_BYTES = 16;

type KeyPair = Awaited<ReturnType<typeof generatePair>>;

/** The private key cannot be exported. */
function generatePair() {
  return crypto.subtle.generateKey(KEY, false, ['sign', 'verify']);
}

export interface ProofKey {
  readonly pair: KeyPair;
  /** The public key, as proofs carry it. */
  readonly jwk: object;
}

interface ProofOf {
  readonly method: string;
  /** The URL; its query and fragment are not part of the proof. */
  readonly url: string;
  readonly accessToken?: string | undefined;
  /** The nonce that the server gave (RFC 9449 §8, §9). */
  readonly nonce?: string | undefined;
}

export async function makeProofKey(): Promise<ProofKey> {
  const pair = await generatePair();
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { pair, jwk: { kty, crv, x, y } };
}

export async function proofOf(
  { pair, jwk }: ProofKey,
  { method, url, accessToken, nonce }: ProofOf,
  nowMs: number,
): Promise<string> {
  const { origin, pathname } = new URL(url);
  const claims = {
    jti: base64url(crypto.getRandomValues(new Uint8Array(ID_BYTES))),
    htm: method,
    htu: origin + pathname,
    iat: Math.floor(nowMs / 1000),
    ...(accessToken === undefined ? {} : { ath: await digestOf(accessToken) }),
    ...(nonce === undefined ? {} : { nonce }),
  };
  const signed = `${base64urlJson({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${base64urlJson(claims)}`;
  const signature = await crypto.subtle.sign(
    SIGNATURE,
    pair.privateKey,
    new TextEncoder().encode(signed),
  );
  return `${signed}.${base64url(new Uint8Array(signature))}`;
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest));
}
