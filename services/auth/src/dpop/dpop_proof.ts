/**
 * Proof of possession at the token endpoint (RFC 9449 §4.3): a JWT signed with the client's key over this method and address, fresh
 * and used once. The thumbprint of the key goes into the token, so that a stolen token is of no use.
 */
import type { Request } from 'express';
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import type { AuthContext } from '../context.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';

/** Asymmetric ones only (§4.2). */
export const DPOP_ALGORITHMS = ['ES256', 'EdDSA', 'PS256', 'RS256'];

/** How far `iat` may be from now, either way, seconds. */
const WINDOW_SECONDS = 60;
const LONGEST_PROOF = 4096;
const LONGEST_JTI = 256;

/** `undefined` when the request brings no proof; rejects with `invalid_dpop_proof`. */
export async function dpopThumbprintOf(
  context: AuthContext,
  request: Request,
  path: string,
): Promise<string | undefined> {
  const proof = request.headers.dpop;
  if (proof === undefined) return undefined;
  // Node joins repeated headers of unknown names with a comma, which no JWT has.
  if (typeof proof !== 'string' || proof.length > LONGEST_PROOF) throw refused();
  const { payload, jwk } = await verified(context, proof);
  const addresses = [`${context.issuer}${path}`, `${context.issuer}/oauth${path}`];
  const { htm, htu, jti, iat } = payload;
  const now = context.clock.nowMs() / 1000;
  const fits =
    htm === request.method &&
    typeof htu === 'string' &&
    addresses.includes(htu.replace(/[?#].*$/, '')) &&
    typeof iat === 'number' &&
    Math.abs(now - iat) <= WINDOW_SECONDS;
  if (!fits || typeof jti !== 'string' || jti === '' || jti.length > LONGEST_JTI) throw refused();
  const thumbprint = await calculateJwkThumbprint(jwk);
  const id = hashOpaque(`dpop ${thumbprint} ${jti}`);
  const untilMs = context.clock.nowMs() + 2 * WINDOW_SECONDS * 1000;
  if (!(await context.store.grants.useOnce(id, untilMs))) throw refused();
  return thumbprint;
}

async function verified(
  { clock }: AuthContext,
  proof: string,
): Promise<{ readonly payload: JWTPayload; readonly jwk: JWK }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: DPOP_ALGORITHMS,
      currentDate: new Date(clock.nowMs()),
      clockTolerance: WINDOW_SECONDS,
    });
    const { jwk } = protectedHeader;
    if (!jwk || 'd' in jwk) throw refused();
    return { payload, jwk };
  } catch {
    throw refused();
  }
}

function refused(): OAuthError {
  return new OAuthError('invalid_dpop_proof', 'the DPoP proof is not valid for this request');
}
