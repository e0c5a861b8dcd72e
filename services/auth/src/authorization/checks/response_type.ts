/** The response type (RFC 6749 §3.1.1) and its response mode: a token must never be in a query. */
import { OAuthError } from '../../oauth_error.js';
import { RESPONSE_TYPES } from '../response_types/registry.js';
import type { Check } from './check.js';

export const checkResponseType: Check<'responseType'> = ({ parameters, client, context }) => {
  const name = parameters.get('response_type');
  if (name === undefined) throw new OAuthError('invalid_request', 'response_type is missing');
  const type = RESPONSE_TYPES.get(name);
  if (!type?.isEnabled(context)) {
    throw new OAuthError('unsupported_response_type', 'the response type is not supported');
  }
  if (!client.grants.includes(type.grant)) {
    throw new OAuthError('unauthorized_client', 'the client may not use this response type');
  }
  const mode = parameters.get('response_mode') ?? type.mode;
  if (mode !== type.mode) {
    throw new OAuthError('invalid_request', 'response_mode does not suit the response type');
  }
  return { responseType: name };
};
