/**
 * A strict `application/x-www-form-urlencoded` parser (RFC 6749 appendix B). A repeated parameter
 * is an error (§3.2), one without a value counts as absent (§3.1). Bad escapes and NUL are errors
 * too, because other parsers could read them differently.
 */
import { OAuthError } from './oauth_error.js';

export type Form = ReadonlyMap<string, string>;

export function parseForm(body: string): Form {
  const form = new Map<string, string>();
  const seen = new Set<string>();
  for (const pair of body.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decodeFormText(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decodeFormText(pair.slice(equals + 1));
    if (seen.has(name))
      throw new OAuthError('invalid_request', 'a parameter is given more than once');
    seen.add(name);
    if (value !== '') form.set(name, value);
  }
  return form;
}

export function decodeFormText(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new OAuthError('invalid_request', 'a parameter is not properly encoded');
  }
  if (decoded.includes('\0')) {
    throw new OAuthError('invalid_request', 'a parameter is not properly encoded');
  }
  return decoded;
}
