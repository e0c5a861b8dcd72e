/**
 * Authentication of administrators: an access token for this server itself (`resource` is the
 * issuer, RFC 8707), with `security:read` or `security:manage`. The token is looked up, so that a
 * revoked one stops working at once.
 */
import { createHash } from 'node:crypto';
import { memberOf } from '@skein/base';
import { bearerToken, dpopToken, ScopeSet } from '@skein/oauth';
import type { Request } from 'express';
import type { AuthContext } from '../../context.js';
import { checkProof } from '../../dpop/dpop_proof.js';
import { OAuthError } from '../../oauth_error.js';
import { isActive, knownToken } from '../../tokens/token_inspector.js';

/** Resolves with the token's subject. Rejects with `invalid_token` or `insufficient_scope`. */
export async function administrator(
  context: AuthContext,
  request: Request,
  needs: 'read' | 'manage',
): Promise<string> {
  const { authorization } = request.headers;
  const bound = dpopToken(authorization);
  const token = bound ?? bearerToken(authorization);
  const known = token ? await knownToken(context, token) : undefined;
  const claims = known?.kind === 'access' ? known.claims : undefined;
  if (
    !token ||
    !known ||
    !claims ||
    !namesUs(claims.aud, context) ||
    !(await isActive(context, known))
  ) {
    throw new OAuthError('invalid_token', 'the token is missing, of another server, or has ended');
  }
  const proven = bound ? await proofOf(context, request, bound) : undefined;
  if (memberOf(claims.cnf, 'jkt') !== proven) {
    throw new OAuthError('invalid_token', 'the token is bound to another key');
  }
  if (!new ScopeSet(String(claims.scope)).allowsSecurity(needs)) {
    throw new OAuthError('insufficient_scope', `the token needs the scope security:${needs}`);
  }
  return String(claims.sub);
}

function namesUs(audience: unknown, { issuer }: AuthContext): boolean {
  return audience === issuer;
}

function proofOf(context: AuthContext, request: Request, token: string): Promise<string> {
  const accessTokenHash = createHash('sha256').update(token).digest('base64url');
  const addresses = [`${context.issuer}${request.baseUrl}${request.path}`];
  return checkProof(context, request, { addresses, accessTokenHash });
}
