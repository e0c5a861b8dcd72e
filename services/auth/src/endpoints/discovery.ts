/** `GET /.well-known/oauth-authorization-server` (RFC 8414). */
import { DPOP_ALGORITHMS } from '@skein/oauth';
import { RESPONSE_TYPES } from '../authorization/response_types/registry.js';
import { ASSERTION_ALGORITHMS } from '../client_auth/private_key_jwt.js';
import { CLIENT_AUTH_METHODS } from '../client_auth/registry.js';
import type { AuthContext } from '../context.js';
import { GRANT_TYPES } from '../grants/registry.js';

const SECRET_METHODS = CLIENT_AUTH_METHODS.filter((method) => method !== 'none');

export function metadataDocument(context: AuthContext): Readonly<Record<string, unknown>> {
  const { issuer, config } = context;
  const responseTypes = [...RESPONSE_TYPES.values()].filter((type) => type.isEnabled(context));
  const grants = [...GRANT_TYPES.values()].filter((grant) => grant.isEnabled(context));
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks.json`,
    revocation_endpoint: `${issuer}/revoke`,
    introspection_endpoint: `${issuer}/introspect`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    device_authorization_endpoint: `${issuer}/device_authorization`,
    // Not in the RFC, which permits additions (§2): the console finds the administration by it.
    administration_uri: `${issuer}/admin/v1`,
    ...(config.registration ? { registration_endpoint: `${issuer}/register` } : {}),
    grant_types_supported: [
      ...grants.map(({ name }) => name),
      ...(config.implicit ? ['implicit'] : []),
    ],
    response_types_supported: responseTypes.map(({ name }) => name),
    response_modes_supported: responseTypes.map(({ mode }) => mode),
    code_challenge_methods_supported: ['S256', ...(config.plainPkce ? ['plain'] : [])],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
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
