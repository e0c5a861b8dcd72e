/**
 * The cookies: one identifies the browser (it binds pending requests and form tokens), one a
 * signed-in session, one the earlier sign-ins (`device_cookie.ts`). Over https they have the prefix
 * `__Host-`, so that no neighbor or subdomain can set them (RFC 6265bis §4.1.3.2).
 */
import type { Request, Response } from 'express';
import { SESSION_ABSOLUTE_MS } from './lifetimes.js';

type CookieName = 'skein_browser' | 'skein_session' | 'skein_device';

/** The form of values from `newOpaque`. */
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** A cookie with a value from `newOpaque`. */
export function readCookie(request: Request, issuer: string, name: CookieName): string | undefined {
  const value = readCookieText(request, issuer, name);
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

/** Undefined also if two cookies have the name, because one of them is foreign. */
export function readCookieText(
  request: Request,
  issuer: string,
  name: CookieName,
): string | undefined {
  const wanted = fullName(issuer, name);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .filter(([key]) => key === wanted)
    .map(([, value = '']) => value);
  return values.length === 1 ? values[0] : undefined;
}

export function setCookie(
  response: Response,
  issuer: string,
  {
    name,
    value,
    maxAgeMs = SESSION_ABSOLUTE_MS,
  }: { readonly name: CookieName; readonly value: string; readonly maxAgeMs?: number },
): void {
  response.cookie(fullName(issuer, name), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(issuer),
    path: '/',
    maxAge: maxAgeMs,
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
