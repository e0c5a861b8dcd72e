/** The record of a user's consent, made once at the start of a family. */
import { randomUUID } from 'node:crypto';
import type { AuthContext } from '../context.js';
import type { Client } from '../models/client.js';
import type { Grant } from '../models/grant.js';
import type { User } from '../models/user.js';
import { OAuthError } from '../oauth_error.js';
import { type Rights, rightsOfUser } from '../tokens/effective_scope.js';

interface NewGrant {
  readonly client: Client;
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly authMs: number;
}

export function newGrant({ config, clock }: AuthContext, grant: NewGrant): Grant {
  const createdMs = clock.nowMs();
  return {
    id: randomUUID(),
    clientId: grant.client.id,
    userId: grant.userId,
    scopes: grant.scopes,
    authMs: grant.authMs,
    createdMs,
    expiresMs: createdMs + config.refreshLifetimeMs,
    revokedMs: undefined,
  };
}

/** The grant and its user if both are valid; rejects with `invalid_grant`. */
export async function liveGrant(
  { store, clock }: AuthContext,
  grantId: string,
): Promise<{ readonly grant: Grant; readonly user: User }> {
  const grant = await store.grants.get(grantId);
  const user = grant && (await store.users.get(grant.userId));
  const alive =
    grant &&
    grant.revokedMs === undefined &&
    grant.expiresMs > clock.nowMs() &&
    user?.disabled === false;
  if (!alive) throw new OAuthError('invalid_grant', 'what was allowed has ended or was revoked');
  return { grant, user };
}

/**
 * The current rights of a token for this grant; roles and registrations may have changed since the
 * consent.
 */
export async function currentRights(
  context: AuthContext,
  { client, user, scopes }: { client: Client; user: User; scopes: readonly string[] },
): Promise<Rights> {
  const current = await rightsOfUser(context.store, { client, user, scopes });
  if (current.scopes.length > 0) return current;
  throw new OAuthError('invalid_scope', 'nothing of the scope is allowed any more');
}
