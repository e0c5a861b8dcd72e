/**
 * The next step before a request can be answered. Pure except for the lookup of earlier consents.
 */
import { narrowScope } from '@skein/oauth';
import type { AuthContext } from '../context.js';
import type { Client } from '../models/client.js';
import type { NewInteraction } from '../sessions/interaction.js';
import type { SignedIn } from '../sessions/session.js';
import { RESPONSE_TYPES } from './response_types/registry.js';

export type Step = 'login' | 'consent' | 'answer';

export interface Asked {
  readonly interaction: NewInteraction;
  /** Arrival of the request, in milliseconds. */
  readonly createdMs: number;
  readonly client: Client;
  /** The requested scopes that the user can grant. */
  readonly scopes: readonly string[];
}

export function needsLogin(
  { clock }: AuthContext,
  { interaction, createdMs }: Pick<Asked, 'interaction' | 'createdMs'>,
  signedIn: SignedIn | undefined,
): boolean {
  if (!signedIn) return true;
  const { authMs } = signedIn.session;
  if (interaction.prompts.includes('login') && authMs < createdMs) return true;
  const { maxAgeSeconds } = interaction;
  const freshMs = maxAgeSeconds === undefined ? undefined : clock.nowMs() - maxAgeSeconds * 1000;
  // A sign-in for this very request is fresh enough; otherwise `max_age=0` would never end.
  return freshMs !== undefined && authMs < Math.min(freshMs, createdMs);
}

/**
 * Decides whether the user must consent. Never for a first-party client: an administrator has
 * allowed it for all users, and its responses go only to registered addresses. Once for other
 * clients that authenticate before they get a token. Every time for the rest, because anyone could
 * impersonate them (RFC 6749 §10.2, RFC 8252 §8.6); a response that contains a token requires no
 * authentication, whatever the client.
 */
export async function needsConsent(
  { store, clock }: AuthContext,
  { interaction, client, scopes }: Asked,
  { user }: SignedIn,
): Promise<boolean> {
  const asksForCode =
    interaction.kind === 'authorize' &&
    RESPONSE_TYPES.get(interaction.request.responseType)?.provesClient === true;
  if (!asksForCode || interaction.prompts.includes('consent')) return true;
  if (client.firstParty) return false;
  if (client.type !== 'confidential') return true;
  const filter = { clientId: client.id, userId: user.id };
  const before = await store.grants.live(filter, clock.nowMs());
  return !before.some((grant) => narrowScope(scopes, grant.scopes).length === scopes.length);
}
