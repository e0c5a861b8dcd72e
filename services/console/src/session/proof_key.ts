/**
 * Proofs of possession (RFC 9449): a key that never leaves the browser, and a proof of it for each
 * request. Who steals a token can do nothing with it.
 */
import { base64url, base64urlJson } from './base64url.js';

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
const ID_BYTES = 16;

type KeyPair = Awaited<ReturnType<typeof generatePair>>;

/** One that cannot be exported, by nobody. */
function generatePair() {
  return crypto.subtle.generateKey(KEY, false, ['sign', 'verify']);
}

export interface ProofKey {
  readonly pair: KeyPair;
  /** The public part, as proofs carry it. */
  readonly jwk: object;
}

interface ProofOf {
  readonly method: string;
  /** With or without query and fragment, which are no part of a proof. */
  readonly url: string;
  readonly accessToken?: string | undefined;
  /** What the server gave to be used once (§8, §9). */
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
