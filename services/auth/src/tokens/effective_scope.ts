/** What a token may hold: requested, allowed to the client, and for users also given by their roles. */
import { intersectScopes, isScopeToken, narrowScope, splitScope } from '@skein/oauth';
import type { Client } from '../models/client.js';
import type { User } from '../models/user.js';
import { OAuthError } from '../oauth_error.js';
import type { Store } from '../store/store.js';

/** Throws `invalid_scope`. All of `allowed` when nothing is named (RFC 6749 §3.3); otherwise every entry must be covered. */
export function requestedScopes(text: string | undefined, allowed: readonly string[]): string[] {
  const wanted = splitScope(text ?? '');
  if (wanted.length === 0) return [...allowed];
  const granted = narrowScope(wanted, allowed);
  if (!wanted.every(isScopeToken) || granted.length < wanted.length) {
    throw new OAuthError(
      'invalid_scope',
      'the scope is unknown, malformed or not allowed for this client',
    );
  }
  return [...new Set(granted)];
}

/** What is left of `scopes` for this client and user today. */
export async function scopesOfUser(
  store: Store,
  { client, user, scopes }: { client: Client; user: User; scopes: readonly string[] },
): Promise<string[]> {
  const roles = await store.users.roles();
  const given = roles.filter(({ name }) => user.roles.includes(name)).flatMap((r) => r.scopes);
  return intersectScopes(intersectScopes(scopes, client.scopes), given);
}
