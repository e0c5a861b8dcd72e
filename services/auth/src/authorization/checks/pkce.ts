/**
 * PKCE (RFC 7636): required from every client without a secret, and from others if the server or
 * their registration demands it (RFC 9700 §2.1.1). A challenge that is sent binds the code for any
 * client. The method is S256; `plain` only if both the server's setting and the client's
 * registration allow it. A missing method means `plain` (RFC 7636 §4.3) and is treated as such.
 */
import type { PkceRequirement } from '../../config.js';
import type { Client } from '../../models/client.js';
import { OAuthError } from '../../oauth_error.js';
import type { Check } from './check.js';

/** The length of SHA-256: 43 characters of base64url without padding. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const PLAIN_CHALLENGE = /^[A-Za-z0-9\-._~]{43,128}$/;

export const checkPkce: Check<'codeChallenge' | 'challengeMethod'> = ({
  parameters,
  client,
  context,
}) => {
  if (parameters.get('response_type') !== 'code') return {};
  const codeChallenge = parameters.get('code_challenge');
  if (codeChallenge === undefined) {
    // A request with only a method expects the code to be bound.
    const believed = parameters.has('code_challenge_method');
    if (!believed && !isRequired(context.config.pkce, client)) return {};
    throw new OAuthError('invalid_request', 'code_challenge is missing');
  }
  const challengeMethod = parameters.get('code_challenge_method') ?? 'plain';
  const plainAllowed = context.config.plainPkce && client.plainPkce;
  if (challengeMethod !== 'S256' && !(challengeMethod === 'plain' && plainAllowed)) {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256');
  }
  const form = challengeMethod === 'S256' ? S256_CHALLENGE : PLAIN_CHALLENGE;
  if (!form.test(codeChallenge)) {
    throw new OAuthError('invalid_request', 'code_challenge is malformed');
  }
  return { codeChallenge, challengeMethod };
};

function isRequired(server: PkceRequirement, { type, pkceRequired }: Client): boolean {
  return type !== 'confidential' || pkceRequired || server === 'all';
}
