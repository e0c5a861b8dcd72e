/**
 * The audience of a token (RFC 8707): the search nodes, or this server's administration; never
 * both.
 */
import type { AuthContext } from '../context.js';
import { OAuthError } from '../oauth_error.js';

/** `resource`: from the request; if absent, the search nodes. Throws `invalid_target`. */
export function audienceOf({ config, issuer }: AuthContext, resource: string | undefined): string {
  if (resource === undefined || resource === config.audience) return config.audience;
  if (resource === issuer || resource === `${issuer}/`) return issuer;
  throw new OAuthError('invalid_target', 'the resource is not known');
}
