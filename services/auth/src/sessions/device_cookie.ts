/**
 * A cookie that records earlier sign-ins of the browser and their names, sealed by the server
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It grants no access: the
 * password is still required. It only spares the owner of a name the waits caused by guessers.
 * Entries are `ID.TIME.SEAL`, newest first; the seal covers the name, which the cookie does not
 * reveal.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AuthContext } from '../context.js';
import { readCookieText, setCookie } from './cookies.js';
import { DEVICE_MS } from './lifetimes.js';

/** Limit of names, for people who share a browser. */
const MOST_NAMES = 4;
const ID_BYTES = 16;
const ENTRY = /^([A-Za-z0-9_-]{22})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

type Sealing = Pick<AuthContext, 'secrets' | 'clock'>;

/** The id of the browser's entry for the name; undefined if it has no valid one. */
export function knownDevice(
  context: Sealing & Pick<AuthContext, 'issuer'>,
  request: Request,
  name: string,
): string | undefined {
  return entriesOf(context, request)
    .find((entry) => isGood(context, entry, name))
    ?.split('.', 1)[0];
}

/** Called after a sign-in: replaces the entry for the name by a new one. */
export function rememberDevice(
  context: Sealing & Pick<AuthContext, 'issuer'>,
  { request, response, name }: { request: Request; response: Response; name: string },
): void {
  const others = entriesOf(context, request).filter((entry) => !isGood(context, entry, name));
  const id = randomBytes(ID_BYTES).toString('base64url');
  const time = context.clock.nowMs().toString(36);
  const entry = `${id}.${time}.${sealOf(context, name, { id, time })}`;
  const value = [entry, ...others].slice(0, MOST_NAMES).join('~');
  setCookie(response, context.issuer, { name: 'skein_device', value, maxAgeMs: DEVICE_MS });
}

function entriesOf({ issuer }: Pick<AuthContext, 'issuer'>, request: Request): string[] {
  const entries = (readCookieText(request, issuer, 'skein_device') ?? '').split('~');
  return entries.slice(0, MOST_NAMES).filter((entry) => ENTRY.test(entry));
}

function isGood(context: Sealing, entry: string, name: string): boolean {
  const [, id = '', time = '', seal = ''] = ENTRY.exec(entry) ?? [];
  const expected = Buffer.from(sealOf(context, name, { id, time }));
  const ageMs = context.clock.nowMs() - Number.parseInt(time, 36);
  return ageMs < DEVICE_MS && timingSafeEqual(Buffer.from(seal), expected);
}

function sealOf({ secrets }: Sealing, name: string, { id, time }: { id: string; time: string }) {
  const text = `${id}.${time}.${name.normalize('NFC')}`;
  return createHmac('sha256', secrets.device).update(text, 'utf8').digest('base64url');
}
