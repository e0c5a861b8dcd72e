/**
 * `/register/ID` (RFC 7592): a registered client reads, replaces or removes its registration with
 * its token. A wrong token and a wrong client are answered alike.
 */
import { timingSafeEqual } from 'node:crypto';
import { bearerToken } from '@skein/oauth';
import type { Request, RequestHandler } from 'express';
import { hashSecret } from '../client_auth/registry.js';
import type { AuthContext } from '../context.js';
import type { Client } from '../models/client.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque } from '../opaque.js';
import {
  authMethodOf,
  metadataOf,
  registeredFields,
  shownMetadata,
  storedMethod,
  text,
  wrong,
} from './client_metadata.js';
import { administrationOf, registrationHandler, registrationUri } from './register.js';

interface Own {
  readonly client: Client;
  readonly registration: NonNullable<Client['registration']>;
  readonly token: string;
}

export function readRegistration(context: AuthContext): RequestHandler {
  return registrationHandler(context, async (request) =>
    shown(context, await own(context, request)),
  );
}

/**
 * Replaces all metadata: omitted fields take their defaults (§2.2). Type and authentication method
 * stay.
 */
export function replaceRegistration(context: AuthContext): RequestHandler {
  return registrationHandler(context, async (request) => {
    const known = await own(context, request);
    const { client, registration } = known;
    const metadata = metadataOf(request.body);
    if (text(metadata, 'client_id') !== client.id) throw wrong('client_id');
    checkSecret(client, text(metadata, 'client_secret'));
    const { type, jwks, ...fields } = registeredFields(metadata, client.id, registration.scopes);
    const sameWay = (jwks === undefined) === (client.jwks === undefined);
    if ((type === 'confidential') !== (client.type === 'confidential') || !sameWay) {
      throw wrong('token_endpoint_auth_method');
    }
    if (type !== client.type) throw wrong('application_type');
    await administrationOf(context).update(client.id, { ...fields, jwks });
    const changed = { ...client, ...fields, jwks };
    return shown(context, { ...known, client: changed }, authMethodOf(metadata));
  });
}

export function removeRegistration(context: AuthContext): RequestHandler {
  return registrationHandler(context, async (request) => {
    const { client } = await own(context, request);
    await administrationOf(context).remove(client.id);
    return undefined;
  });
}

async function own({ store }: AuthContext, request: Request): Promise<Own> {
  const token = bearerToken(request.headers.authorization);
  const client = await store.clients.get(String(request.params.id));
  const registration = client?.registration;
  if (client && registration && token && !client.disabled) {
    const given = Buffer.from(hashOpaque(token));
    const expected = Buffer.from(registration.tokenHash);
    if (given.length === expected.length && timingSafeEqual(given, expected)) {
      return { client, registration, token };
    }
  }
  throw new OAuthError('invalid_token', 'the registration access token is not valid');
}

/** A given secret must be the current one: it cannot be chosen (§2.2). */
function checkSecret({ secretHash }: Client, secret: string | undefined): void {
  if (secret === undefined) return;
  if (secretHash !== undefined && timingSafeEqual(hashSecret(secret), secretHash)) return;
  throw wrong('client_secret');
}

function shown(
  context: AuthContext,
  { client, token }: Own,
  method = storedMethod(client),
): object {
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdMs / 1000),
    ...shownMetadata(client, method),
    registration_access_token: token,
    registration_client_uri: registrationUri(context, client.id),
  };
}
