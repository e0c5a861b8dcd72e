/**
 * Proof of possession at this server (RFC 9449 §5, §7): the thumbprint of its key is put into
 * tokens, or must match that of a token.
 */
import { checkDpopProof, DPOP_WINDOW_SECONDS, TokenFailure } from '@skein/oauth';
import { currentNonce, isFreshNonce } from '@skein/platform';
import type { Request } from 'express';
import type { AuthContext } from '../context.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';

/**
 * Checks a proof at an endpoint that is also served below `/oauth`. Undefined if the request has no
 * proof; rejects like `checkProof`.
 */
export async function dpopThumbprintOf(
  context: AuthContext,
  request: Pick<Request, 'method' | 'headers'>,
  path: string,
): Promise<string | undefined> {
  if (request.headers.dpop === undefined) return undefined;
  const { issuer } = context;
  return checkProof(context, request, {
    addresses: [`${issuer}${path}`, `${issuer}/oauth${path}`],
  });
}

/**
 * Resolves with the thumbprint of the key. Rejects with `invalid_dpop_proof`, or with
 * `use_dpop_nonce` and the nonce to use.
 */
export async function checkProof(
  context: AuthContext,
  request: Pick<Request, 'method' | 'headers'>,
  covers: { readonly addresses: readonly string[]; readonly accessTokenHash?: string },
): Promise<string> {
  const { clock, store, config, secrets } = context;
  const nowMs = clock.nowMs();
  try {
    // Node joins repeated headers of this name with a comma, which no JWT contains.
    const given = { method: request.method, nowMs, ...covers };
    const { thumbprint, jti, nonce } = await checkDpopProof(String(request.headers.dpop), given);
    const fresh = nonce !== undefined && isFreshNonce(secrets.nonce, nonce, nowMs);
    if (!fresh && (config.dpopNonce || nonce !== undefined)) {
      const needed = currentNonce(secrets.nonce, nowMs);
      throw new OAuthError('use_dpop_nonce', 'the DPoP proof needs this nonce', { nonce: needed });
    }
    const id = hashOpaque(`dpop ${thumbprint} ${jti}`);
    const untilMs = nowMs + 2 * DPOP_WINDOW_SECONDS * 1000;
    if (await store.grants.useOnce(id, untilMs)) return thumbprint;
  } catch (error) {
    if (!(error instanceof TokenFailure)) throw error;
  }
  throw new OAuthError('invalid_dpop_proof', 'the DPoP proof is not valid for this request');
}
