/** What has to happen before a request can be answered. Pure but for the look at earlier consents. */
import { narrowScope } from '@skein/oauth';
import type { AuthContext } from '../context.js';
import type { Client } from '../models/client.js';
import type { NewInteraction } from '../sessions/interaction.js';
import type { SignedIn } from '../sessions/session.js';

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

/** Asked once of a client that can prove who it is; of others every time, for anybody could pose as them (RFC 8252 §8.6). */
export async function needsConsent(
  { store, clock }: AuthContext,
  { interaction, client, scopes }: Asked,
  { user }: SignedIn,
): Promise<boolean> {
  const ask = interaction.kind === 'device' || interaction.prompts.includes('consent');
  if (ask || client.type !== 'confidential') return true;
  const filter = { clientId: client.id, userId: user.id };
  const before = await store.grants.live(filter, clock.nowMs());
  return !before.some((grant) => narrowScope(scopes, grant.scopes).length === scopes.length);
}
