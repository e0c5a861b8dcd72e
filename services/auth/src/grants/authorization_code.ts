/**
 * Exchanges a code for tokens (RFC 6749 §4.1.3, RFC 7636 §4.6). Everything is checked and signed
 * first; then one transaction uses up the code and stores the refresh token. So a crash leaves
 * either a usable code or tokens that were never sent. A failed check uses up the code; a second
 * use ends the whole family (RFC 9700 §4.5).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { audit } from '../context.js';
import type { AuthorizationCode } from '../models/grant.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import { issueAccess, newRefreshToken } from '../tokens/token_issuer.js';
import type { Exchange, GrantType, Issued } from './grant_type.js';
import { currentRights, liveGrant } from './user_grant.js';

export const authorization_code: GrantType = {
  name: 'authorization_code',
  forPublicClients: true,
  isEnabled: () => true,
  issue: redeem,
};

async function redeem(exchange: Exchange): Promise<Issued> {
  const { context, client, audience, dpopThumbprint } = exchange;
  const code = await ownCode(exchange);
  if (code.usedMs !== undefined) await replayed(exchange, code);
  const nowMs = context.clock.nowMs();
  try {
    checkBinding(exchange, code);
  } catch (refusal) {
    await context.store.grants.redeemCode(code.hash, nowMs, undefined);
    throw refusal;
  }
  const { grant, user } = await liveGrant(context, code.grantId);
  const rights = await currentRights(context, { client, user, scopes: grant.scopes });
  const access = issueAccess(context, { client, rights, grant, audience, dpopThumbprint });
  const refresh = newRefreshToken(context, { client, grant, dpopThumbprint });
  const result = await context.store.grants.redeemCode(code.hash, nowMs, refresh?.record);
  if (result === 'used') await replayed(exchange, code);
  if (result !== 'won') throw refused();
  return { ...access, refreshToken: refresh?.token };
}

async function ownCode({ context, client, form }: Exchange): Promise<AuthorizationCode> {
  const value = form.get('code');
  if (value === undefined) throw new OAuthError('invalid_request', 'code is missing');
  const code = await context.store.grants.code(hashOpaque(value));
  if (code?.clientId !== client.id) throw refused();
  return code;
}

function checkBinding({ form, context, dpopThumbprint }: Exchange, code: AuthorizationCode): void {
  if (code.expiresMs <= context.clock.nowMs()) throw refused();
  const redirectUri = form.get('redirect_uri');
  const matches = code.redirectUri === undefined || redirectUri === code.redirectUri;
  if (!matches) throw new OAuthError('invalid_grant', 'redirect_uri is not that of the request');
  checkVerifier(code, form.get('code_verifier'));
  if (code.dpopThumbprint !== undefined && code.dpopThumbprint !== dpopThumbprint) {
    throw new OAuthError('invalid_grant', 'the code is bound to another key');
  }
}

/** 43 to 128 unreserved characters (RFC 7636 §4.1). */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

function checkVerifier(code: AuthorizationCode, verifier: string | undefined): void {
  if (code.codeChallenge === undefined) {
    if (verifier === undefined) return;
    throw new OAuthError('invalid_grant', 'code_verifier without code_challenge');
  }
  if (verifier === undefined) throw new OAuthError('invalid_grant', 'code_verifier is missing');
  if (!VERIFIER.test(verifier)) throw new OAuthError('invalid_grant', 'code_verifier is malformed');
  const plain = code.challengeMethod === 'plain';
  const hash = createHash('sha256').update(verifier, 'ascii').digest('base64url');
  const given = Buffer.from(plain ? verifier : hash);
  const expected = Buffer.from(code.codeChallenge);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new OAuthError('invalid_grant', 'code_verifier does not match');
}

async function replayed(
  { context, client }: Exchange,
  { grantId }: AuthorizationCode,
): Promise<never> {
  await context.store.grants.revoke({ id: grantId }, context.clock.nowMs());
  await audit(context, { event: 'code_reused', clientId: client.id, detail: grantId });
  throw refused();
}

function refused(): OAuthError {
  return new OAuthError('invalid_grant', 'the code is unknown, used, expired or not yours');
}
