/**
 * HTTP Basic, with id and secret form-encoded before they are joined (RFC 6749 §2.3.1): a client
 * that follows the RFC sends `-` and `_` of its secret as `%2D` and `%5F`.
 */
import { decodeFormText } from '../form.js';
import { OAuthError } from '../oauth_error.js';
import type { ClientAuthMethod } from './client_auth_method.js';

export const client_secret_basic: ClientAuthMethod = {
  name: 'client_secret_basic',
  credentials(authorization) {
    if (authorization === undefined) return undefined;
    const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
    const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    if (colon < 0) throw new OAuthError('invalid_client', 'the Authorization header is malformed');
    return {
      id: decodeFormText(text.slice(0, colon)),
      secret: decodeFormText(text.slice(colon + 1)),
    };
  },
};
