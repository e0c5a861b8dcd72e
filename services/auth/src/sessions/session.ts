/** The signed-in user of a browser. */
import type { Request, Response } from 'express';
import type { AuthContext } from '../context.js';
import type { Session } from '../models/session.js';
import type { User } from '../models/user.js';
import { hashOpaque, newOpaque } from '../opaque.js';
import { clearCookie, readCookie, setCookie } from './cookies.js';
import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from './lifetimes.js';

export interface SignedIn {
  readonly user: User;
  readonly session: Session;
}

export async function signedIn(
  { store, clock, issuer }: AuthContext,
  request: Request,
): Promise<SignedIn | undefined> {
  const cookie = readCookie(request, issuer, 'skein_session');
  const session = cookie && (await store.sessions.get(hashOpaque(cookie)));
  if (!session) return undefined;
  const nowMs = clock.nowMs();
  const old = nowMs - session.authMs >= SESSION_ABSOLUTE_MS;
  const user = await store.users.get(session.userId);
  if (old || nowMs - session.seenMs >= SESSION_IDLE_MS || user?.disabled !== false) {
    await store.sessions.remove(session.hash);
    return undefined;
  }
  await store.sessions.seen(session.hash, nowMs);
  return { user, session };
}

/**
 * Creates a new session id at every sign-in, and invalidates the earlier one (session fixation).
 */
export async function signIn(
  context: AuthContext,
  { request, response, user }: { request: Request; response: Response; user: User },
): Promise<void> {
  await signOut(context, request, response);
  const value = newOpaque();
  const nowMs = context.clock.nowMs();
  const session = { hash: hashOpaque(value), userId: user.id, authMs: nowMs, seenMs: nowMs };
  await context.store.sessions.add(session);
  setCookie(response, context.issuer, { name: 'skein_session', value });
}

export async function signOut(
  { store, issuer }: AuthContext,
  request: Request,
  response: Response,
): Promise<void> {
  const cookie = readCookie(request, issuer, 'skein_session');
  if (cookie === undefined) return;
  await store.sessions.remove(hashOpaque(cookie));
  clearCookie(response, issuer, 'skein_session');
}
