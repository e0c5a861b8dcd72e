/**
 * Completes an allowed request: stores the grant, then sends the response to the client or releases
 * the waiting device.
 */
import type { Response } from 'express';
import { type AuthContext, audit } from '../context.js';
import { newGrant } from '../grants/user_grant.js';
import type { Client } from '../models/client.js';
import type { Grant } from '../models/grant.js';
import { OAuthError } from '../oauth_error.js';
import { messagePage } from '../pages/message_page.js';
import { sendPage } from '../pages/page.js';
import type { NewInteraction } from '../sessions/interaction.js';
import type { SignedIn } from '../sessions/session.js';
import { errorAnswer, sendAnswer, targetOf } from './answer.js';
import type { AuthorizationRequest } from './authorization_request.js';
import { isRegistered } from './checks/all.js';
import { RESPONSE_TYPES } from './response_types/registry.js';
import type { ResponseType } from './response_types/response_type.js';

interface Allowed {
  readonly interaction: NewInteraction;
  readonly client: Client;
  readonly scopes: readonly string[];
  readonly signedIn: SignedIn;
}

export async function complete(
  context: AuthContext,
  response: Response,
  allowed: Allowed,
): Promise<void> {
  const { interaction, client } = allowed;
  if (interaction.kind === 'device') {
    const grant = await storeGrant(context, allowed);
    const nowMs = context.clock.nowMs();
    const decided = await context.store.devices.decide(interaction.deviceHash, nowMs, grant.id);
    if (!decided) {
      await context.store.grants.revoke({ id: grant.id }, nowMs);
      throw new OAuthError('invalid_request', 'The code has expired');
    }
    sendPage(response, messagePage('Device connected', 'You can return to your device.'));
    return;
  }
  const { request } = interaction;
  const type = currentType(context, client, request);
  const grant = await storeGrant(context, allowed);
  const answer = await type.answer(context, { request, client, grant });
  sendAnswer(response, targetOf(request), { ...answer, iss: context.issuer });
}

/**
 * The requested response type if it is still permitted; the server's settings and the registration
 * may have changed while the user decided.
 */
function currentType(
  context: AuthContext,
  client: Client,
  request: AuthorizationRequest,
): ResponseType {
  const type = RESPONSE_TYPES.get(request.responseType);
  const registered =
    type && client.grants.includes(type.grant) && isRegistered(request.redirectUri, client);
  if (registered && type.isEnabled(context)) return type;
  throw new OAuthError('invalid_request', 'The application may not ask for this any more');
}

async function storeGrant(
  context: AuthContext,
  { client, scopes, signedIn: { user, session } }: Allowed,
): Promise<Grant> {
  const grant = newGrant(context, { client, userId: user.id, scopes, authMs: session.authMs });
  await context.store.grants.add(grant);
  const event = { clientId: client.id, userId: user.id, detail: scopes.join(' ') };
  await audit(context, { event: 'consent_given', ...event });
  return grant;
}

/**
 * Refuses the request, by decision of the user or for lack of rights (RFC 6749 §4.1.2.1, RFC 8628
 * §3.5).
 */
export async function refuse(
  context: AuthContext,
  response: Response,
  { interaction, error }: { readonly interaction: NewInteraction; readonly error: OAuthError },
): Promise<void> {
  if (interaction.kind === 'device') {
    await context.store.devices.decide(interaction.deviceHash, context.clock.nowMs(), undefined);
    sendPage(response, messagePage('Access denied', 'The device has no access.'));
    return;
  }
  const answer = { ...errorAnswer(error), iss: context.issuer };
  sendAnswer(response, targetOf(interaction.request), answer);
}
