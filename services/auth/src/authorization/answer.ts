/**
 * The redirect to the client: status 303, so that a form is never posted on (RFC 9700 §4.12),
 * always with `iss` (RFC 9207) and the state.
 */
import type { Response } from 'express';
import type { OAuthError } from '../oauth_error.js';
import type { AnswerTarget, AuthorizationRequest } from './authorization_request.js';
import { RESPONSE_TYPES } from './response_types/registry.js';

export function targetOf(request: AuthorizationRequest): AnswerTarget {
  const inFragment = RESPONSE_TYPES.get(request.responseType)?.mode === 'fragment';
  return { ...request, inFragment };
}

export function sendAnswer(
  response: Response,
  target: AnswerTarget,
  parameters: Readonly<Record<string, string>>,
): void {
  response.set({
    'Cache-Control': 'no-store',
    Pragma: 'no-cache',
    'Referrer-Policy': 'no-referrer',
  });
  response.status(303).set('Location', location(target, parameters)).end();
}

export function errorAnswer(error: OAuthError): Record<string, string> {
  return { error: error.code, error_description: error.message };
}

/** Keeps the query of the registered address (RFC 6749 §3.1.2). */
export function location(
  { redirectUri, state, inFragment }: AnswerTarget,
  parameters: Readonly<Record<string, string>>,
): string {
  const all = new URLSearchParams({ ...parameters, ...(state === undefined ? {} : { state }) });
  if (inFragment) return `${redirectUri}#${all}`;
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${all}`;
}
