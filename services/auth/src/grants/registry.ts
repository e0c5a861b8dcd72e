/** All grants, by `grant_type`. */
import {
  authorization_code,
  client_credentials,
  device_code,
  password,
  refresh_token,
} from './all.js';
import type { GrantType } from './grant_type.js';

export const GRANT_TYPES: ReadonlyMap<string, GrantType> = new Map(
  [authorization_code, client_credentials, device_code, password, refresh_token].map((grant) => [
    grant.name,
    grant,
  ]),
);

/**
 * Grants that a registration may list: those of the token endpoint, and `implicit`, which never
 * reaches it.
 */
export const REGISTRABLE_GRANTS: readonly string[] = [...GRANT_TYPES.keys(), 'implicit'];
