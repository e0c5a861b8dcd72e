/**
 * `POST /register` (RFC 7591), if enabled, for holders of an initial access token, which also
 * bounds the scope. The client manages its registration at `/register/ID` with a token of its own
 * (RFC 7592).
 */
import { randomUUID } from 'node:crypto';
import { ApiError } from '@skein/errors';
import { bearerToken, challengeHeader } from '@skein/oauth';
import type { Request, RequestHandler, Response } from 'express';
import { Auditor } from '../administration/auditor.js';
import { ClientAdministration } from '../administration/clients.js';
import type { AuthContext } from '../context.js';
import type { InitialToken } from '../models/initial_token.js';
import { OAuthError } from '../oauth_error.js';
import { hashOpaque, newOpaque } from '../opaque.js';
import {
  authMethodOf,
  metadataOf,
  newClientOf,
  registeredFields,
  shownMetadata,
  wrong,
} from './client_metadata.js';
import { asOAuthError, sendError } from './form_endpoint.js';

/**
 * Common parts of the registration endpoints: `handle` resolves to the response, undefined for 204.
 */
export function registrationHandler(
  context: AuthContext,
  handle: (request: Request) => Promise<object | undefined>,
  status = 200,
): RequestHandler {
  return async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    try {
      const answer = await handle(request);
      if (answer === undefined) response.status(204).end();
      else response.status(status).json(answer);
    } catch (failure) {
      refuse(context, request, response, failure);
    }
  };
}

export function registrationEndpoint(context: AuthContext): RequestHandler {
  const register = async (request: Request) => {
    const token = await usedToken(context, request.headers.authorization);
    return registered(context, token, request.body);
  };
  return registrationHandler(context, register, 201);
}

export function registrationUri({ issuer }: AuthContext, id: string): string {
  return `${issuer}/register/${id}`;
}

export function administrationOf({ store, clock }: AuthContext): ClientAdministration {
  const auditor = new Auditor({ store, clock, actor: 'registration' });
  return new ClientAdministration({ store, clock, auditor });
}

/** Counts a use of the token whatever the result, so that attempts are limited. */
async function usedToken(
  { store, clock }: AuthContext,
  authorization: string | undefined,
): Promise<InitialToken> {
  const value = bearerToken(authorization);
  const token = value ? await store.initialTokens.use(hashOpaque(value), clock.nowMs()) : undefined;
  if (token) return token;
  throw new OAuthError('invalid_token', 'the initial access token is missing, used up or expired');
}

async function registered(
  context: AuthContext,
  token: InitialToken,
  body: unknown,
): Promise<object> {
  const metadata = metadataOf(body);
  const id = randomUUID();
  const fields = registeredFields(metadata, id, token.scopes);
  const own = newOpaque();
  const registration = { tokenHash: hashOpaque(own), scopes: token.scopes };
  const issued = await administrationOf(context).add({ ...newClientOf(fields, id), registration });
  return {
    ...issued,
    client_id_issued_at: Math.floor(context.clock.nowMs() / 1000),
    ...(issued.client_secret === undefined ? {} : { client_secret_expires_at: 0 }),
    ...shownMetadata(fields, authMethodOf(metadata)),
    registration_access_token: own,
    registration_client_uri: registrationUri(context, id),
  };
}

function refuse(
  context: AuthContext,
  request: Request,
  response: Response,
  failure: unknown,
): void {
  // Each field is valid, but the combination is not.
  const error =
    failure instanceof ApiError ? wrong('the combination') : asOAuthError(failure, context.log);
  if (error.code === 'invalid_token') {
    const challenge = { realm: 'skein-auth', error: 'invalid_token' } as const;
    response.set('WWW-Authenticate', challengeHeader(challenge));
  }
  sendError(response, request, error);
}
