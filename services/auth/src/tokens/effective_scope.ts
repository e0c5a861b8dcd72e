/**
 * The rights of a token: requested, allowed for the client and, for users, given by their roles.
 */
import {
  intersectScopes,
  isReading,
  isScopeToken,
  narrowScope,
  parseScopeEntry,
  type ReadRestriction,
  splitScope,
} from '@skein/oauth';
import type { Client } from '../models/client.js';
import type { Role, User } from '../models/user.js';
import { OAuthError } from '../oauth_error.js';
import type { Store } from '../store/store.js';

/**
 * Throws `invalid_scope`. All of `allowed` if nothing is requested (RFC 6749 §3.3); otherwise every
 * entry must be covered.
 */
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

/** The rights of a user's token. */
export interface Rights {
  readonly scopes: readonly string[];
  /** The scopes that give access to only a part, and that part; undefined if there are none. */
  readonly restrictions: readonly ReadRestriction[] | undefined;
}

/** The part of `scopes` that this client and user have today. */
export async function rightsOfUser(
  store: Store,
  { client, user, scopes }: { client: Client; user: User; scopes: readonly string[] },
): Promise<Rights> {
  const all = await store.users.roles();
  const roles = all.filter(({ name }) => user.roles.includes(name));
  const allowed = intersectScopes(scopes, client.scopes);
  const given = roles.flatMap((role) => role.scopes);
  return {
    scopes: intersectScopes(allowed, given),
    restrictions: restrictionsOf(roles, allowed),
  };
}

/** An entry that another role gives without restriction is not restricted. */
function restrictionsOf(
  roles: readonly Role[],
  allowed: readonly string[],
): readonly ReadRestriction[] | undefined {
  const readBy = (role: Role) => intersectScopes(allowed, role.scopes).filter(isReadingEntry);
  const whole = new Set(roles.filter((role) => !isRestricted(role)).flatMap(readBy));
  const restrictions = roles.filter(isRestricted).flatMap((role) => {
    const scope = readBy(role).filter((entry) => !whole.has(entry));
    const { query, fields } = role;
    const part = { ...(query === undefined ? {} : { query }), ...(fields ? { fields } : {}) };
    return scope.length === 0 ? [] : [{ scope, ...part }];
  });
  return restrictions.length === 0 ? undefined : restrictions;
}

function isRestricted({ query, fields }: Role): boolean {
  return query !== undefined || fields !== undefined;
}

function isReadingEntry(text: string): boolean {
  const entry = parseScopeEntry(text);
  return entry !== undefined && isReading(entry);
}
