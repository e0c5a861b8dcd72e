/**
 * A public client gives its name without proof (RFC 6749 §2.1, §3.2.1); PKCE and rotation protect
 * it instead.
 */
import type { ClientAuthMethod } from './client_auth_method.js';

export const none: ClientAuthMethod = {
  name: 'none',
  credentials(authorization, form) {
    const id = form.get('client_id');
    const silent =
      authorization === undefined &&
      !form.has('client_secret') &&
      !form.has('client_assertion') &&
      !form.has('client_assertion_type');
    return id !== undefined && silent ? { id, secret: undefined } : undefined;
  },
};
