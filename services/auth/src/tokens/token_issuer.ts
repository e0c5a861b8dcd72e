/**
 * Makes access and refresh tokens. Nothing is stored here: tokens are stored in the transaction
 * that claims their grant.
 */
import { createHmac } from 'node:crypto';
import type { AuthContext } from '../context.js';
import type { Client } from '../models/client.js';
import type { Grant, RefreshToken } from '../models/grant.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque, newOpaque } from '../opaque.js';
import { signAccessToken } from './access_token.js';
import type { Rights } from './effective_scope.js';

/** Search nodes accept no longer token. */
const LONGEST_TOKEN = 8192;

export interface IssuedAccess {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scopes: readonly string[];
}

interface AccessRequest {
  readonly client: Client;
  readonly rights: Rights;
  /** The user's grant; undefined if the client acts for itself. */
  readonly grant: Grant | undefined;
  /** `aud` of the token. */
  readonly audience: string;
  readonly dpopThumbprint: string | undefined;
}

export function issueAccess(
  { config, issuer, keys, clock }: AuthContext,
  { client, rights, grant, audience, dpopThumbprint }: AccessRequest,
): IssuedAccess {
  const expiresInSeconds = client.tokenSeconds ?? config.tokenSeconds;
  const claims = {
    issuer,
    audience,
    subject: grant?.userId ?? `c_${client.id}`,
    clientId: client.id,
    scope: rights.scopes,
    restrictions: rights.restrictions,
    lifetimeSeconds: expiresInSeconds,
    grantId: grant?.id,
    authMs: grant?.authMs,
    dpopThumbprint,
  };
  const accessToken = signAccessToken(keys.signingKey, claims, clock);
  if (accessToken.length > LONGEST_TOKEN) {
    throw new OAuthError('invalid_scope', 'the token would be too long: ask for less');
  }
  return { accessToken, expiresInSeconds, scopes: rights.scopes };
}

interface IssuedRefresh {
  /** The token for the client. */
  readonly token: string;
  /** The record for the store. */
  readonly record: RefreshToken;
}

interface RefreshRequest {
  readonly client: Client;
  readonly grant: Grant;
  readonly dpopThumbprint: string | undefined;
  /** The value of a successor token; random if absent. */
  readonly token?: string;
}

/** Undefined for clients without the refresh grant. */
export function newRefreshToken(
  { config, clock }: AuthContext,
  { client, grant, dpopThumbprint, token = newOpaque() }: RefreshRequest,
): IssuedRefresh | undefined {
  if (!client.grants.includes('refresh_token')) return undefined;
  const createdMs = clock.nowMs();
  const record: RefreshToken = {
    hash: hashOpaque(token),
    grantId: grant.id,
    clientId: client.id,
    // A confidential client is bound by its own credentials (RFC 9449 §5).
    dpopThumbprint: client.type === 'confidential' ? undefined : dpopThumbprint,
    createdMs,
    expiresMs: Math.min(createdMs + config.refreshIdleMs, grant.expiresMs),
    usedMs: undefined,
  };
  return { token, record };
}

/**
 * The successor of `token` for a client with a grace period. It is the same each time, so that a
 * lost response can be repeated without being stored. Only the server can compute it.
 */
export function successorOf({ secrets }: AuthContext, token: string): string {
  return createHmac('sha256', secrets.successor).update(token).digest('base64url');
}
