/**
 * The CSRF token of every form. It is derived from the browser's cookie, which another site can
 * neither read nor guess, and from the form's purpose; nothing is stored.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { AuthContext } from '../context.js';
import type { Form } from '../form.js';
import { OAuthError } from '../oauth_error.js';

export function formToken(browser: string, purpose: string): string {
  return createHmac('sha256', browser).update(purpose, 'utf8').digest('base64url');
}

/**
 * Throws `access_denied` if the form was not issued to this browser, or was sent by another site.
 */
export function checkFormToken(
  { issuer }: AuthContext,
  request: Request,
  { form, browser, purpose }: { form: Form; browser: string; purpose: string },
): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const foreign = origin !== undefined && origin !== 'null' && origin !== new URL(issuer).origin;
  const given = Buffer.from(form.get('form_token') ?? '');
  const expected = Buffer.from(formToken(browser, purpose));
  const same = given.length === expected.length && timingSafeEqual(given, expected);
  if (!same || foreign || site === 'cross-site') {
    throw new OAuthError('access_denied', 'the form was not sent from this page');
  }
}
