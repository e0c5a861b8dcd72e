/** `GET /.well-known/oauth-authorization-server` (RFC 8414). */
import { CLIENT_AUTH_METHODS } from '../client_auth/registry.js';
import { GRANT_TYPES } from './token.js';

export function metadataDocument(issuer: string): Readonly<Record<string, unknown>> {
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks.json`,
    grant_types_supported: GRANT_TYPES,
    response_types_supported: [],
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    scopes_supported: [
      'cluster:monitor',
      'cluster:manage',
      'cluster:all',
      'indices:read:*',
      'indices:write:*',
      'indices:create:*',
      'indices:monitor:*',
      'indices:manage:*',
      'indices:all:*',
    ],
  };
}
