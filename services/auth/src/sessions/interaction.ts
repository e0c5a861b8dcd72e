/**
 * A pending decision of a user, on an authorization request or a device. It is stored here; the
 * browser only has an unguessable id in the address and a cookie to which the record is bound.
 */
import type { Request, Response } from 'express';
import type { AuthorizationRequest, Prompt } from '../authorization/authorization_request.js';
import type { AuthContext } from '../context.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque, newOpaque } from '../opaque.js';
import { readCookie, setCookie } from './cookies.js';
import { PENDING_MS } from './lifetimes.js';

export type Interaction = (
  | { readonly kind: 'authorize'; readonly request: AuthorizationRequest }
  | { readonly kind: 'device'; readonly deviceHash: string; readonly userCode: string }
) & {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly prompts: readonly Prompt[];
  readonly maxAgeSeconds?: number;
  readonly createdMs: number;
};

export type NewInteraction =
  | Omit<Extract<Interaction, { kind: 'authorize' }>, 'createdMs'>
  | Omit<Extract<Interaction, { kind: 'device' }>, 'createdMs'>;

/** The browser's cookie, created if there is none. */
export function browserOf({ issuer }: AuthContext, request: Request, response: Response): string {
  const known = readCookie(request, issuer, 'skein_browser');
  const value = known ?? newOpaque();
  if (known === undefined) setCookie(response, issuer, { name: 'skein_browser', value });
  return value;
}

/** Returns the id for the address. */
export async function startInteraction(
  context: AuthContext,
  visitor: { readonly browser: string; readonly ip: string | undefined },
  interaction: NewInteraction,
): Promise<string> {
  const { store, clock } = context;
  await context.waitingRoom.enter(context, visitor.ip);
  const id = newOpaque();
  const createdMs = clock.nowMs();
  await store.sessions.addPending({
    hash: hashOpaque(id),
    browserHash: hashOpaque(visitor.browser),
    request: JSON.stringify({ ...interaction, createdMs }),
    expiresMs: createdMs + PENDING_MS,
  });
  return id;
}

export interface OpenInteraction {
  readonly id: string;
  readonly browser: string;
  readonly interaction: Interaction;
}

/** Rejects with an OAuthError to be shown to the user. */
export async function openInteraction(
  { store, clock, issuer }: AuthContext,
  request: Request,
): Promise<OpenInteraction> {
  const id = String(request.params.id);
  const browser = readCookie(request, issuer, 'skein_browser');
  const pending = await store.sessions.pending(hashOpaque(id));
  const ours = browser !== undefined && pending?.browserHash === hashOpaque(browser);
  if (!ours || pending.expiresMs <= clock.nowMs()) {
    throw new OAuthError('invalid_request', 'This page has expired or belongs to another browser');
  }
  // This module wrote the text, from such an interaction.
  return { id, browser, interaction: JSON.parse(pending.request) as Interaction };
}

/** Ends it; of two concurrent answers to one page, one counts. */
export async function closeInteraction({ store }: AuthContext, id: string): Promise<void> {
  const taken = await store.sessions.takePending(hashOpaque(id));
  if (!taken) throw new OAuthError('invalid_request', 'This page has been answered already');
}
