/** `response_type=code` (RFC 6749 §4.1.2): a code for a single use within a minute. */
import { hashOpaque, newOpaque } from '../../opaque.js';
import type { ResponseType } from './response_type.js';

const CODE_MS = 60_000;

export const code: ResponseType = {
  name: 'code',
  grant: 'authorization_code',
  mode: 'query',
  provesClient: true,
  isEnabled: () => true,
  async answer({ store, clock }, { request, client, grant }) {
    const value = newOpaque();
    await store.grants.addCode({
      hash: hashOpaque(value),
      grantId: grant.id,
      clientId: client.id,
      redirectUri: request.redirectUriGiven ? request.redirectUri : undefined,
      codeChallenge: request.codeChallenge,
      challengeMethod: request.challengeMethod,
      dpopThumbprint: request.dpopThumbprint,
      expiresMs: clock.nowMs() + CODE_MS,
      usedMs: undefined,
    });
    return { code: value };
  },
};
