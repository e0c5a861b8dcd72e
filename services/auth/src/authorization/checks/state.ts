/** The client's state, returned unchanged (RFC 6749 §4.1.1, appendix A.5: visible ASCII). */
import { OAuthError } from '../../oauth_error.js';
import type { Check } from './check.js';

const STATE = /^[\x20-\x7e]{1,2048}$/;

export const checkState: Check<'state'> = ({ parameters }) => {
  const state = parameters.get('state');
  if (state === undefined) return {};
  if (!STATE.test(state)) throw new OAuthError('invalid_request', 'state is malformed');
  return { state };
};
