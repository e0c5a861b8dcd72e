/**
 * Nonces of DPoP proofs (RFC 9449 §8, §9): the time, in steps of five minutes, and a tag that
 * requires knowledge of the secret. Nothing is stored; servers that share a secret accept each
 * other's nonces.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 5 * 60_000;

export function currentNonce(secret: Uint8Array, nowMs: number): string {
  return nonceOfStep(secret, Math.floor(nowMs / STEP_MS));
}

/**
 * True if the nonce is of this step or the one before, that is, at most five to ten minutes old.
 */
export function isFreshNonce(secret: Uint8Array, nonce: string, nowMs: number): boolean {
  const step = Math.floor(nowMs / STEP_MS);
  const given = Buffer.from(nonce);
  return [step, step - 1].some((one) => {
    const expected = Buffer.from(nonceOfStep(secret, one));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function nonceOfStep(secret: Uint8Array, step: number): string {
  return createHmac('sha256', secret).update(`dpop nonce ${step}`).digest('base64url');
}
