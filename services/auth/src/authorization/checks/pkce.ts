/**
 * PKCE (RFC 7636), asked of every client that gets a code (RFC 9700 §2.1.1). S256; `plain` only where the server's switch and the
 * client's registration both allow it. A missing method means `plain` (RFC 7636 §4.3) and is treated as such.
 */
import { OAuthError } from '../../oauth_error.js';
import type { Check } from './check.js';

/** What SHA-256 makes: 43 characters of base64url without padding. */
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
