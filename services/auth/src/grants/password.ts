/**
 * The user's name and password, sent through the client (RFC 6749 §4.3). RFC 9700 §2.4 forbids it;
 * it is for clients without an alternative, whose registration lists it, unless the server turns it
 * off.
 */
import { audit } from '../context.js';
import { OAuthError } from '../oauth_error.js';
import { requestedScopes } from '../tokens/effective_scope.js';
import { issueAccess, newRefreshToken } from '../tokens/token_issuer.js';
import type { Exchange, GrantType, Issued } from './grant_type.js';
import { currentRights, newGrant } from './user_grant.js';

export const password: GrantType = {
  name: 'password',
  forPublicClients: true,
  isEnabled: ({ config }) => config.password,
  issue,
};

async function issue({
  context,
  address,
  client,
  form,
  audience,
  dpopThumbprint,
}: Exchange): Promise<Issued> {
  const name = form.get('username');
  const secret = form.get('password');
  if (name === undefined || secret === undefined) {
    throw new OAuthError('invalid_request', 'username or password is missing');
  }
  const requested = requestedScopes(form.get('scope'), client.scopes);
  const user = await context.passwords.check(name, secret, { address });
  if (!user) {
    await audit(context, { event: 'login_failed', clientId: client.id });
    throw new OAuthError('invalid_grant', 'the name or the password is wrong');
  }
  const rights = await currentRights(context, { client, user, scopes: requested });
  const authMs = context.clock.nowMs();
  const grant = newGrant(context, { client, userId: user.id, scopes: requested, authMs });
  const access = issueAccess(context, { client, rights, grant, audience, dpopThumbprint });
  const refresh = newRefreshToken(context, { client, grant, dpopThumbprint });
  await context.store.grants.add(grant);
  if (refresh) await context.store.grants.addRefreshToken(refresh.record);
  await audit(context, { event: 'login', clientId: client.id, userId: user.id });
  return { ...access, refreshToken: refresh?.token };
}
