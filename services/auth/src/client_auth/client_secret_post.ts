/** Id and secret as form parameters (RFC 6749 §2.3.1). */
import type { ClientAuthMethod } from './client_auth_method.js';

export const client_secret_post: ClientAuthMethod = {
  name: 'client_secret_post',
  credentials(_authorization, form) {
    const id = form.get('client_id');
    const secret = form.get('client_secret');
    return id === undefined || secret === undefined ? undefined : { id, secret };
  },
};
