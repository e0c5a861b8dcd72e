/** Access tokens: JWTs with the profile of RFC 9068. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '@skein/base';
import type { ReadRestriction } from '@skein/oauth';
import type { SigningKey } from '../keys/keystore.js';
import { signJws } from './sign_jws.js';

interface AccessTokenClaims {
  readonly issuer: string;
  readonly audience: string;
  /** `c_…` for clients and `u_…` for users, so that they cannot be confused. */
  readonly subject: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  /** The private claim `read_restrictions`: see `@skein/oauth`. */
  readonly restrictions: readonly ReadRestriction[] | undefined;
  readonly lifetimeSeconds: number;
  /**
   * The family, in the private claim `gid`: introspection reports access tokens of a revoked grant
   * as inactive.
   */
  readonly grantId: string | undefined;
  /** Time of the sign-in in milliseconds. */
  readonly authMs: number | undefined;
  /** Thumbprint of the key that the token is bound to (RFC 9449 §6.1). */
  readonly dpopThumbprint: string | undefined;
}

export function signAccessToken(key: SigningKey, token: AccessTokenClaims, clock: Clock): string {
  const iat = Math.floor(clock.nowMs() / 1000);
  const { grantId, authMs, dpopThumbprint, restrictions } = token;
  const claims = {
    iss: token.issuer,
    aud: token.audience,
    sub: token.subject,
    client_id: token.clientId,
    scope: token.scope.join(' '),
    iat,
    exp: iat + token.lifetimeSeconds,
    jti: randomUUID(),
    ...(restrictions === undefined ? {} : { read_restrictions: restrictions }),
    ...(grantId === undefined ? {} : { gid: grantId }),
    ...(authMs === undefined ? {} : { auth_time: Math.floor(authMs / 1000) }),
    ...(dpopThumbprint === undefined ? {} : { cnf: { jkt: dpopThumbprint } }),
  };
  return signJws(key, { typ: 'at+jwt', claims });
}
