/** Proof of possession at the token endpoint (RFC 9449 §5): the thumbprint of its key goes into the token. */
import { checkDpopProof, DPOP_WINDOW_SECONDS, TokenFailure } from '@skein/oauth';
import type { Request } from 'express';
import type { AuthContext } from '../context.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';

/** `undefined` when the request brings no proof; rejects with `invalid_dpop_proof`. */
export async function dpopThumbprintOf(
  { issuer, clock, store }: AuthContext,
  request: Request,
  path: string,
): Promise<string | undefined> {
  const header = request.headers.dpop;
  if (header === undefined) return undefined;
  const nowMs = clock.nowMs();
  const addresses = [`${issuer}${path}`, `${issuer}/oauth${path}`];
  try {
    // Node joins repeated headers of this name with a comma, which no JWT has.
    const given = { method: request.method, addresses, nowMs };
    const { thumbprint, jti } = await checkDpopProof(String(header), given);
    const id = hashOpaque(`dpop ${thumbprint} ${jti}`);
    const untilMs = nowMs + 2 * DPOP_WINDOW_SECONDS * 1000;
    if (await store.grants.useOnce(id, untilMs)) return thumbprint;
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
  }
  throw new OAuthError('invalid_dpop_proof', 'the DPoP proof is not valid for this request');
}
