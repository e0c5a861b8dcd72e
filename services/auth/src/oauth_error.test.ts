/** Tests the status of each error, as its RFC has it. */
import { OAuthError } from './oauth_error.js';

test.each([
  ['invalid_client', 401], // RFC 6749 §5.2
  ['invalid_token', 401], // RFC 6750 §3.1
  ['insufficient_scope', 403],
  ['access_denied', 403],
  ['not_found', 404],
  ['conflict', 409],
  ['too_many_attempts', 429],
  ['server_error', 500], // RFC 6749 §4.1.2.1
  ['temporarily_unavailable', 503],
] as const)('[%s] has status %i', (code, status) => {
  expect(new OAuthError(code, 'x').status).toBe(status);
});

test.each([
  'invalid_request',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_scope',
  'login_required',
  'consent_required',
  'authorization_pending',
  'slow_down',
  'expired_token',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_dpop_proof',
  'use_dpop_nonce',
  'invalid_target',
] as const)('[%s] is a fault of the request', (code) => {
  expect(new OAuthError(code, 'x').status).toBe(400);
});

test('an error has the time to wait and the nonce that it is given', () => {
  expect(new OAuthError('slow_down', 'x')).toMatchObject({ waitMs: undefined, nonce: undefined });
  const error = new OAuthError('use_dpop_nonce', 'x', { waitMs: 5, nonce: 'n' });
  expect(error).toMatchObject({ name: 'OAuthError', message: 'x', waitMs: 5, nonce: 'n' });
});
