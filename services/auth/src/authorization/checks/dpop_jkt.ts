/** Reads the key that the code is bound to (RFC 9449 §10). */
import { OAuthError } from '../../oauth_error.js';
import type { Check } from './check.js';

const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;

export const checkDpopJkt: Check<'dpopThumbprint'> = ({ parameters }) => {
  const dpopThumbprint = parameters.get('dpop_jkt');
  if (dpopThumbprint === undefined) return {};
  if (THUMBPRINT.test(dpopThumbprint)) return { dpopThumbprint };
  throw new OAuthError('invalid_request', 'dpop_jkt is malformed');
};
