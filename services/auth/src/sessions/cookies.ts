/**
 * The two cookies: one names the browser (it binds pending requests and form tokens), one a signed-in session. Over https both have
 * the prefix `__Host-`, so that no neighbour or subdomain can set them (RFC 6265bis §4.1.3.2).
 */
import type { Request, Response } from 'express';
import { SESSION_ABSOLUTE_MS } from './lifetimes.js';

export type CookieName = 'skein_browser' | 'skein_session';

/** What `newOpaque` makes. */
const VALUE = /^[A-Za-z0-9_-]{43}$/;

export function readCookie(request: Request, issuer: string, name: CookieName): string | undefined {
  const wanted = fullName(issuer, name);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .filter(([key]) => key === wanted)
    .map(([, value = '']) => value);
  const [value] = values;
  return values.length === 1 && value !== undefined && VALUE.test(value) ? value : undefined;
}

export function setCookie(
  response: Response,
  issuer: string,
  { name, value }: { readonly name: CookieName; readonly value: string },
): void {
  response.cookie(fullName(issuer, name), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(issuer),
    path: '/',
    maxAge: SESSION_ABSOLUTE_MS,
  });
}

export function clearCookie(response: Response, issuer: string, name: CookieName): void {
  const secure = isSecure(issuer);
  response.clearCookie(fullName(issuer, name), {
    path: '/',
    secure,
    httpOnly: true,
    sameSite: 'lax',
  });
}

function fullName(issuer: string, name: CookieName): string {
  return isSecure(issuer) ? `__Host-${name}` : name;
}

function isSecure(issuer: string): boolean {
  return issuer.startsWith('https:');
}
