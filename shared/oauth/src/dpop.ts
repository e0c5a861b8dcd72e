/**
 * Proofs of possession (RFC 9449 §4.3): a JWT, signed with the key of the sender, over the method
 * and the address and, at a resource server, the access token. Used by both services, each of which
 * ensures that a proof is used once.
 */
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { TokenFailure } from './token_failure.js';

/** Only asymmetric algorithms (§4.2). */
export const DPOP_ALGORITHMS: readonly string[] = ['ES256', 'EdDSA', 'PS256', 'RS256'];

/**
 * Largest distance of `iat` from now in seconds, in both directions; so a proof must be remembered
 * for twice as long.
 */
export const DPOP_WINDOW_SECONDS = 60;

const LONGEST_PROOF = 4096;
const LONGEST_JTI = 256;

export interface DpopRequest {
  readonly method: string;
  /** Addresses of the request, without query and fragment; the proof must name one. */
  readonly addresses: readonly string[];
  readonly nowMs: number;
  /** SHA-256 of the access token, base64url; `undefined` at the token endpoint. */
  readonly accessTokenHash?: string;
}

export interface DpopProof {
  /** RFC 7638 thumbprint of the key: `cnf.jkt` of tokens bound to it. */
  readonly thumbprint: string;
  readonly jti: string;
  /** The server's nonce, if the proof has one (§8). */
  readonly nonce?: string;
}

/** `header`: the only `DPoP` header of the request. Rejects with a TokenFailure. */
export async function checkDpopProof(header: string, request: DpopRequest): Promise<DpopProof> {
  if (header.length > LONGEST_PROOF) throw refused();
  const { payload, jwk } = await verified(header, request.nowMs);
  const { htm, htu, jti, iat, ath, nonce } = payload;
  const fits =
    htm === request.method &&
    typeof htu === 'string' &&
    request.addresses.includes(htu.replace(/[?#].*$/s, '')) &&
    typeof iat === 'number' &&
    Math.abs(request.nowMs / 1000 - iat) <= DPOP_WINDOW_SECONDS &&
    (request.accessTokenHash === undefined || ath === request.accessTokenHash);
  if (!fits || typeof jti !== 'string' || jti === '' || jti.length > LONGEST_JTI) throw refused();
  const given = typeof nonce === 'string' ? { nonce } : {};
  return { thumbprint: await calculateJwkThumbprint(jwk), jti, ...given };
}

async function verified(
  proof: string,
  nowMs: number,
): Promise<{ readonly payload: JWTPayload; readonly jwk: JWK }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: [...DPOP_ALGORITHMS],
      currentDate: new Date(nowMs),
      clockTolerance: DPOP_WINDOW_SECONDS,
    });
    const { jwk } = protectedHeader;
    if (!jwk || 'd' in jwk) throw refused();
    return { payload, jwk };
  } catch {
    throw refused();
  }
}

function refused(): TokenFailure {
  return new TokenFailure('the DPoP proof is not valid for this request');
}
