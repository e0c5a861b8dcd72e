/**
 * Identifies the client (RFC 6749 §4.1.1). An error is shown to the user, because there is no
 * address to redirect to.
 */
import type { AuthContext } from '../../context.js';
import type { Form } from '../../form.js';
import type { Client } from '../../models/client.js';
import { OAuthError } from '../../oauth_error.js';

export async function checkClient({ store }: AuthContext, parameters: Form): Promise<Client> {
  const id = parameters.get('client_id');
  if (id === undefined) throw new OAuthError('invalid_request', 'client_id is missing');
  const client = await store.clients.get(id);
  // A client without a redirect address does not use browsers; its existence is not revealed here.
  if (!client || client.disabled || client.redirectUris.length === 0) {
    throw new OAuthError('invalid_request', 'client_id is not known');
  }
  return client;
}
