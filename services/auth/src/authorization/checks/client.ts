/**
 * Who asks (RFC 6749 §4.1.1). A failure is shown to the user and never redirected: there is nowhere
 * to redirect to.
 */
import type { AuthContext } from '../../context.js';
import type { Form } from '../../form.js';
import type { Client } from '../../models/client.js';
import { OAuthError } from '../../oauth_error.js';

export async function checkClient({ store }: AuthContext, parameters: Form): Promise<Client> {
  const id = parameters.get('client_id');
  if (id === undefined) throw new OAuthError('invalid_request', 'client_id is missing');
  const client = await store.clients.get(id);
  // One with no address to redirect to is no client of browsers: that there is one is nobody's
  // business here.
  if (!client || client.disabled || client.redirectUris.length === 0) {
    throw new OAuthError('invalid_request', 'client_id is not known');
  }
  return client;
}
