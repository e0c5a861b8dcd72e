/** The requested scope (RFC 6749 §3.3), limited to the client's. */
import { requestedScopes } from '../../tokens/effective_scope.js';
import type { Check } from './check.js';

export const checkScope: Check<'scopes'> = ({ parameters, client }) => ({
  scopes: requestedScopes(parameters.get('scope'), client.scopes),
});
