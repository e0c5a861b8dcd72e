/**
 * Pushed authorization requests (RFC 9126): `POST /par` takes the parameters from an authenticated
 * client and returns a `request_uri` for a single use within a minute.
 */
import { readRequest } from '../authorization/read_request.js';
import { authenticateClient } from '../client_auth/registry.js';
import type { AuthContext } from '../context.js';
import { dpopThumbprintOf } from '../dpop/dpop_proof.js';
import { type Form, parseForm } from '../form.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque, newOpaque } from '../opaque.js';
import type { FormHandler } from './form_endpoint.js';

const PUSHED_SECONDS = 60;
const PREFIX = 'urn:ietf:params:oauth:request_uri:';

export function pushedRequestHandler(context: AuthContext): FormHandler {
  return async (form, request) => {
    const client = await authenticateClient(context, request.headers.authorization, form);
    const parameters = new Map(form).set('client_id', client.id);
    parameters.delete('client_secret');
    bindToKey(parameters, await dpopThumbprintOf(context, request, '/par'));
    // Everything that /authorize would refuse is refused here (§2.1), including `request_uri`.
    const read = await readRequest(context, parameters);
    if ('error' in read) throw read.error;
    await context.waitingRoom.enter(context, request.ip);
    const id = newOpaque();
    await context.store.sessions.addPending({
      hash: hashOpaque(PREFIX + id),
      browserHash: '',
      request: new URLSearchParams([...parameters]).toString(),
      expiresMs: context.clock.nowMs() + PUSHED_SECONDS * 1000,
    });
    return { request_uri: PREFIX + id, expires_in: PUSHED_SECONDS };
  };
}

/** A proof in the header replaces `dpop_jkt`, and must not name another key (RFC 9449 §10.1). */
function bindToKey(parameters: Map<string, string>, thumbprint: string | undefined): void {
  if (thumbprint === undefined) return;
  const named = parameters.get('dpop_jkt');
  if (named !== undefined && named !== thumbprint) {
    throw new OAuthError('invalid_dpop_proof', 'the DPoP proof and dpop_jkt name different keys');
  }
  parameters.set('dpop_jkt', thumbprint);
}

/** The pushed parameters if the request refers to them; otherwise its own. */
export async function pushedParameters(
  { store, clock }: AuthContext,
  parameters: Form,
): Promise<Form> {
  const uri = parameters.get('request_uri');
  if (uri === undefined || !uri.startsWith(PREFIX)) return parameters;
  const pushed = await store.sessions.takePending(hashOpaque(uri));
  const known = pushed && parseForm(pushed.request);
  const theirs = known?.get('client_id') === parameters.get('client_id');
  if (!known || !theirs || pushed.expiresMs <= clock.nowMs()) {
    throw new OAuthError('invalid_request', 'request_uri is unknown, used, expired or not yours');
  }
  return known;
}
