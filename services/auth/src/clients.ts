/** Registering clients from the command line. The secret is shown once and kept only as a hash. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '@skein/base';
import { ApiError } from '@skein/errors';
import { parseScopeEntry, splitScope } from '@skein/oauth';
import { hashSecret } from './client_auth/registry.js';
import type { Store } from './store/store.js';

export interface NewClient {
  readonly id: string;
  /** Scope entries, separated by spaces. */
  readonly scope: string;
}

export interface IssuedClient {
  readonly client_id: string;
  readonly client_secret: string;
  readonly scope: string;
}

const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Adds a confidential client for the client credentials grant. Throws an ApiError on a bad id or scope, or an id that is taken. */
export function addClient(store: Store, { id, scope }: NewClient, clock: Clock): IssuedClient {
  if (!CLIENT_ID.test(id)) {
    throw new ApiError(
      'illegal_argument_exception',
      `client id [${id}] must be 1 to 128 letters, digits, dots, dashes and underscores`,
    );
  }
  const scopes = splitScope(scope);
  const wrong = scopes.find((entry) => parseScopeEntry(entry) === undefined);
  if (wrong !== undefined || scopes.length === 0) {
    throw new ApiError('illegal_argument_exception', `unknown scope [${wrong ?? ''}]`);
  }
  const secret = randomBytes(32).toString('base64url');
  store.addClient({
    id,
    name: id,
    secretHash: hashSecret(secret),
    grants: ['client_credentials'],
    scopes,
    disabled: false,
    createdMs: clock.nowMs(),
  });
  return { client_id: id, client_secret: secret, scope: scopes.join(' ') };
}
