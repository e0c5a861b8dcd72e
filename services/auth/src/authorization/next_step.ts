/**
 * What has to happen before a request can be answered. Pure but for the look at earlier consents.
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
  /** When the request came, milliseconds. */
  readonly createdMs: number;
  readonly client: Client;
  /** What the user could give of what is asked. */
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
  // A sign-in for this very request is fresh enough, or `max_age=0` would never end.
  return freshMs !== undefined && authMs < Math.min(freshMs, createdMs);
}

/**
 * Never asked for a first-party client: an administrator has allowed it for everybody, and its
 * answers lead nowhere but to its registered addresses. Asked once for another client that proves
 * who it is before it gets anything; for the rest every time, for anybody could pose as them (RFC
 * 6749 §10.2, RFC 8252 §8.6). An answer with a token in it asks for no proof, whoever the client
 * is.
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
