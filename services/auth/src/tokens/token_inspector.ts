/** Decodes a token presented for introspection or revocation. */
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose';
import type { AuthContext } from '../context.js';
import type { Grant, RefreshToken } from '../models/grant.js';
import { hashOpaque } from '../opaque.js';

export type KnownToken =
  | { readonly kind: 'access'; readonly claims: JWTPayload }
  | { readonly kind: 'refresh'; readonly token: RefreshToken; readonly grant: Grant };

/** Undefined if it is not a token of this server, or has expired. */
export async function knownToken(
  context: AuthContext,
  value: string,
): Promise<KnownToken | undefined> {
  if (value.includes('.')) return accessToken(context, value);
  const token = await context.store.grants.refreshToken(hashOpaque(value));
  const grant = token && (await context.store.grants.get(token.grantId));
  return token && grant && { kind: 'refresh', token, grant };
}

async function accessToken(context: AuthContext, value: string): Promise<KnownToken | undefined> {
  const { issuer, config, keys, clock } = context;
  try {
    const { payload } = await jwtVerify(value, createLocalJWKSet(keys.jwks), {
      issuer,
      audience: [config.audience, issuer],
      typ: 'at+jwt',
      requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
      currentDate: new Date(clock.nowMs()),
    });
    return { kind: 'access', claims: payload };
  } catch {
    // Any fault means that it is not a token of this server; RFC 7662 §2.2 and RFC 7009 §2.2
    // require no reason.
    return undefined;
  }
}

/** True if a valid token of this server was not revoked, alone or with its family. */
export async function isActive({ store, clock }: AuthContext, known: KnownToken): Promise<boolean> {
  if (known.kind === 'refresh') {
    const { token, grant } = known;
    const unused = token.usedMs === undefined && token.expiresMs > clock.nowMs();
    return unused && grant.revokedMs === undefined && (await isUserGood(store, grant.userId));
  }
  const { jti, gid, client_id: clientId } = known.claims;
  if (await store.grants.isTokenRevoked(String(jti))) return false;
  const client = await store.clients.get(String(clientId));
  if (!client || client.disabled) return false;
  if (gid === undefined) return true;
  const grant = await store.grants.get(String(gid));
  return grant?.revokedMs === undefined && grant !== undefined && isUserGood(store, grant.userId);
}

async function isUserGood(store: AuthContext['store'], userId: string): Promise<boolean> {
  return (await store.users.get(userId))?.disabled === false;
}
