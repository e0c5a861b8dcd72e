/**
 * Where a token may be used (RFC 8707): at the search nodes, or at this server's own
 * administration. Never at both.
 */
import type { AuthContext } from '../context.js';
import { OAuthError } from '../oauth_error.js';

/** `resource`: as the request names it; without one, the search nodes. Throws `invalid_target`. */
export function audienceOf({ config, issuer }: AuthContext, resource: string | undefined): string {
  if (resource === undefined || resource === config.audience) return config.audience;
  if (resource === issuer || resource === `${issuer}/`) return issuer;
  throw new OAuthError('invalid_target', 'the resource is not known');
}
