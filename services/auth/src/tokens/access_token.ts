/** Access tokens: JWTs of the profile of RFC 9068. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '@skein/base';
import { SignJWT } from 'jose';
import type { SigningKey } from '../keys/keystore.js';

export interface AccessTokenClaims {
  readonly issuer: string;
  readonly audience: string;
  /** `c_…` for clients, `u_…` for users, so that the two can never be mistaken for each other. */
  readonly subject: string;
  readonly clientId: string;
  readonly scope: readonly string[];
  readonly lifetimeSeconds: number;
  /** The family it belongs to, our own claim `gid`: a revoked grant ends its access tokens where introspection is asked. */
  readonly grantId: string | undefined;
  /** When the user signed in, milliseconds. */
  readonly authMs: number | undefined;
  /** Key the token is bound to (RFC 9449 §6.1). */
  readonly dpopThumbprint: string | undefined;
}

export function signAccessToken(
  key: SigningKey,
  claims: AccessTokenClaims,
  clock: Clock,
): Promise<string> {
  const issuedAt = Math.floor(clock.nowMs() / 1000);
  const { grantId, authMs, dpopThumbprint } = claims;
  return new SignJWT({
    client_id: claims.clientId,
    scope: claims.scope.join(' '),
    ...(grantId === undefined ? {} : { gid: grantId }),
    ...(authMs === undefined ? {} : { auth_time: Math.floor(authMs / 1000) }),
    ...(dpopThumbprint === undefined ? {} : { cnf: { jkt: dpopThumbprint } }),
  })
    .setProtectedHeader({ alg: key.algorithm, kid: key.kid, typ: 'at+jwt' })
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setSubject(claims.subject)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + claims.lifetimeSeconds)
    .setJti(randomUUID())
    .sign(key.privateKey);
}
