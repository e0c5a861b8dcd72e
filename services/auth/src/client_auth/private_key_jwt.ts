/**
 * A JWT signed with the client's own key (RFC 7523 §2.2), so that no secret ever leaves the client.
 * Here the assertion is only decoded to find the client; `checkAssertion` verifies it.
 */
import type { Clock } from '@skein/base';
import { createLocalJWKSet, decodeJwt, errors, type JWK, type JWTPayload, jwtVerify } from 'jose';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import type { GrantStore } from '../store/store.js';
import type { ClientAuthMethod } from './client_auth_method.js';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const LONGEST_ASSERTION = 4096;

/** Only asymmetric algorithms, because a shared key would be a secret again. */
export const ASSERTION_ALGORITHMS: readonly string[] = ['ES256', 'EdDSA', 'PS256', 'RS256'];

/** Largest distance of `exp` in seconds, which is how long a `jti` must be remembered. */
const LONGEST_SECONDS = 600;
const LEEWAY_SECONDS = 5;

export const private_key_jwt: ClientAuthMethod = {
  name: 'private_key_jwt',
  credentials(_authorization, form) {
    const assertion = form.get('client_assertion');
    const type = form.get('client_assertion_type');
    if (assertion === undefined && type === undefined) return undefined;
    if (assertion === undefined || type !== TYPE || assertion.length > LONGEST_ASSERTION) {
      throw new OAuthError('invalid_client', 'the client assertion is missing or of another type');
    }
    return { id: claimedId(assertion), secret: undefined, assertion };
  },
};

function claimedId(assertion: string): string {
  let claims: JWTPayload;
  try {
    claims = decodeJwt(assertion);
  } catch {
    throw new OAuthError('invalid_client', 'the client assertion is malformed');
  }
  return typeof claims.sub === 'string' ? claims.sub : '';
}

interface AssertionContext {
  /** Accepted values of `aud`: the issuer or the endpoint (RFC 7523 §3 permits both). */
  readonly audience: readonly string[];
  readonly clock: Clock;
  readonly grants: GrantStore;
}

/**
 * True if the client signed the assertion for this server, it is valid now, and it is used for the
 * first time.
 */
export async function checkAssertion(
  { audience, clock, grants }: AssertionContext,
  { id, jwks }: Client,
  assertion: string,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  try {
    // The registration of the client checked the keys; the library passes over one it cannot use.
    const keys = createLocalJWKSet({ keys: (jwks ?? []) as JWK[] });
    const { payload } = await jwtVerify(assertion, keys, {
      algorithms: [...ASSERTION_ALGORITHMS],
      issuer: id,
      subject: id,
      audience: [...audience],
      requiredClaims: ['exp', 'jti'],
      currentDate: new Date(nowMs),
      clockTolerance: LEEWAY_SECONDS,
    });
    const { exp = 0, jti, aud } = payload;
    // An assertion that is valid for another server too could be replayed from there, so the
    // audience must be this server alone.
    if (Array.isArray(aud) && aud.length !== 1) return false;
    if (typeof jti !== 'string' || exp > nowMs / 1000 + LONGEST_SECONDS) return false;
    const untilMs = (exp + LEEWAY_SECONDS) * 1000;
    return await grants.useOnce(hashOpaque(`assertion ${id} ${jti}`), untilMs);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}
