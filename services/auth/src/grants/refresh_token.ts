/**
 * Exchanges a refresh token for an access token (RFC 6749 §6). A rotating token can be used once,
 * for its successor; a second use revokes all tokens of the grant, because one of the two users
 * stole the token (RFC 9700 §4.14.2). A client may have a grace period for lost responses: during
 * it, a second use returns the same successor again, if the successor is still unused. A refused
 * request leaves the token unchanged. A narrower scope in the request applies to one access token
 * only.
 */
import { audit } from '../context.js';
import type { Grant, RefreshToken } from '../models/grant.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import type { ClaimResult } from '../store/store.js';
import { requestedScopes } from '../tokens/effective_scope.js';
import { issueAccess, newRefreshToken, successorOf } from '../tokens/token_issuer.js';
import type { Exchange, GrantType, Issued } from './grant_type.js';
import { currentRights, liveGrant } from './user_grant.js';

export const refresh_token: GrantType = {
  name: 'refresh_token',
  forPublicClients: true,
  isEnabled: () => true,
  issue: refresh,
};

async function refresh(exchange: Exchange): Promise<Issued> {
  const { context, client, form, audience, dpopThumbprint } = exchange;
  const token = await ownToken(exchange);
  const repeated = token.usedMs === undefined ? undefined : await successorAgain(exchange, token);
  if (token.usedMs !== undefined && repeated === undefined) await reused(exchange, token);
  if (token.expiresMs <= context.clock.nowMs()) throw refused();
  if (token.dpopThumbprint !== undefined && token.dpopThumbprint !== dpopThumbprint) {
    throw new OAuthError('invalid_grant', 'the refresh token is bound to another key');
  }
  const { grant, user } = await liveGrant(context, token.grantId);
  const requested = requestedScopes(form.get('scope'), grant.scopes);
  const rights = await currentRights(context, { client, user, scopes: requested });
  const access = issueAccess(context, { client, rights, grant, audience, dpopThumbprint });
  if (repeated !== undefined) return { ...access, refreshToken: repeated };
  const { result, next } = await claim(exchange, token, grant);
  if (result === 'won') return { ...access, refreshToken: next };
  if (result !== 'used') throw refused();
  const again = await successorAgain(exchange, await ownToken(exchange));
  if (again === undefined) return reused(exchange, token);
  return { ...access, refreshToken: again };
}

/**
 * The successor of a used token, during the client's grace period and while the successor is
 * unused.
 */
async function successorAgain(
  { context, client, form }: Exchange,
  { usedMs }: RefreshToken,
): Promise<string | undefined> {
  const nowMs = context.clock.nowMs();
  if (usedMs === undefined || nowMs > usedMs + client.graceSeconds * 1000) return undefined;
  if (client.graceSeconds === 0) return undefined;
  const successor = successorOf(context, form.get('refresh_token') ?? '');
  const record = await context.store.grants.refreshToken(hashOpaque(successor));
  return record && record.usedMs === undefined ? successor : undefined;
}

async function claim(
  { context, client, form, dpopThumbprint }: Exchange,
  token: RefreshToken,
  grant: Grant,
): Promise<{ readonly result: ClaimResult; readonly next: string | undefined }> {
  const { store, clock, config } = context;
  const nowMs = clock.nowMs();
  const refreshValue = form.get('refresh_token') ?? '';
  const stays = client.rotation === 'stable' && client.type === 'confidential';
  const own = client.graceSeconds > 0 ? { token: successorOf(context, refreshValue) } : {};
  const request = { client, grant, dpopThumbprint, ...own };
  const successor = stays ? undefined : newRefreshToken(context, request);
  if (successor) {
    const result = await store.grants.rotate(token.hash, nowMs, successor.record);
    return { result, next: successor.token };
  }
  const expiresMs = Math.min(nowMs + config.refreshIdleMs, grant.expiresMs);
  return { result: await store.grants.extend(token.hash, nowMs, expiresMs), next: undefined };
}

async function ownToken({ context, client, form }: Exchange): Promise<RefreshToken> {
  const value = form.get('refresh_token');
  if (value === undefined) throw new OAuthError('invalid_request', 'refresh_token is missing');
  const token = await context.store.grants.refreshToken(hashOpaque(value));
  if (token?.clientId !== client.id) throw refused();
  return token;
}

async function reused({ context, client }: Exchange, { grantId }: RefreshToken): Promise<never> {
  await context.store.grants.revoke({ id: grantId }, context.clock.nowMs());
  await audit(context, { event: 'refresh_token_reused', clientId: client.id, detail: grantId });
  throw refused();
}

function refused(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'the refresh token is unknown, used, expired or not yours',
  );
}
