/** The endpoints for programs: RFC 6749, 7009, 7662, 8628 and 9126. */
import type { AuthContext } from '../context.js';
import { GRANT_TYPES } from '../grants/registry.js';
import { AUTHORIZATION_PARAMETERS } from './page_paths.js';
import {
  described,
  FLAG,
  form,
  type Json,
  json,
  object,
  oneOf,
  ref,
  SECONDS,
  TEXT,
  TEXTS,
  TIME,
  URI,
} from './shapes.js';

/** Client authentication: in the form, in a header, with a key, or none. */
const CLIENT = {
  client_id: TEXT,
  client_secret: TEXT,
  client_assertion: described(TEXT, 'a JWT signed with the key of the client (RFC 7523)'),
  client_assertion_type: oneOf(['urn:ietf:params:oauth:client-assertion-type:jwt-bearer']),
};
const SECURITY = [{ clientSecret: [] }, {}];
const DPOP = [ref('parameters', 'DPoP')];

/** Every error has this form; its code determines the status (RFC 6749 §5.2). */
const REFUSALS = {
  400: ref('responses', 'Refused'),
  401: ref('responses', 'Unproven'),
  429: ref('responses', 'TooMany'),
  503: ref('responses', 'Refused'),
};

export function clientPaths(context: AuthContext): Json {
  const grants = [...GRANT_TYPES.values()].filter((grant) => grant.isEnabled(context));
  return {
    '/token': { post: tokenOperation(grants.map(({ name }) => name)) },
    '/revoke': {
      post: {
        summary:
          'Revokes a refresh token with all tokens issued from it, or one access token (RFC 7009)',
        operationId: 'revoke',
        security: SECURITY,
        requestBody: form({ token: TEXT, token_type_hint: TEXT, ...CLIENT }, ['token']),
        responses: {
          200: { description: 'The token is invalid now, or was not valid before' },
          ...REFUSALS,
        },
      },
    },
    '/introspect': {
      post: {
        summary: 'Returns the state and the claims of a token (RFC 7662)',
        operationId: 'introspect',
        security: SECURITY,
        requestBody: form({ token: TEXT, token_type_hint: TEXT, ...CLIENT }, ['token']),
        responses: {
          200: json('The state and the claims of the token', ref('schemas', 'Introspection')),
          ...REFUSALS,
        },
      },
    },
    '/par': {
      post: {
        summary: 'Accepts a pushed authorization request (RFC 9126)',
        operationId: 'pushAuthorizationRequest',
        security: SECURITY,
        parameters: DPOP,
        requestBody: form({ ...AUTHORIZATION_PARAMETERS, ...CLIENT }, ['response_type']),
        responses: {
          201: json(
            'To be sent as request_uri, once',
            object({ request_uri: TEXT, expires_in: SECONDS }, ['request_uri', 'expires_in']),
          ),
          ...REFUSALS,
        },
      },
    },
    '/device_authorization': {
      post: {
        summary: 'Issues a code for a device without a browser and a code for its user (RFC 8628)',
        operationId: 'authorizeDevice',
        security: SECURITY,
        requestBody: form({ scope: TEXT, ...CLIENT }),
        responses: { 200: json('The codes', ref('schemas', 'DeviceCodes')), ...REFUSALS },
      },
    },
  };
}

function tokenOperation(grants: readonly string[]): Json {
  const fields = {
    grant_type: oneOf(grants),
    scope: described(TEXT, 'scopes of the token; all allowed scopes when absent'),
    resource: described(URI, 'the issuer, to get a token for its administration (RFC 8707)'),
    code: TEXT,
    redirect_uri: URI,
    code_verifier: described(TEXT, 'the verifier of code_challenge (RFC 7636)'),
    refresh_token: TEXT,
    device_code: TEXT,
    username: TEXT,
    password: TEXT,
    ...CLIENT,
  };
  return {
    summary: 'Issues tokens (RFC 6749 §3.2)',
    operationId: 'token',
    security: SECURITY,
    parameters: DPOP,
    requestBody: form(fields, ['grant_type']),
    responses: { 200: json('The tokens', ref('schemas', 'Tokens')), ...REFUSALS },
  };
}

export const CLIENT_SCHEMAS: Json = {
  Tokens: object(
    {
      access_token: described(TEXT, 'a JWT (RFC 9068)'),
      token_type: oneOf(['Bearer', 'DPoP']),
      expires_in: SECONDS,
      scope: TEXT,
      refresh_token: TEXT,
    },
    ['access_token', 'token_type', 'expires_in', 'scope'],
  ),
  Introspection: object(
    {
      active: FLAG,
      token_type: TEXT,
      iss: URI,
      aud: TEXT,
      sub: TEXT,
      client_id: TEXT,
      scope: TEXT,
      iat: TIME,
      exp: TIME,
      jti: TEXT,
      auth_time: TIME,
      cnf: object({ jkt: TEXT }),
      read_restrictions: { type: 'array', items: object({ scope: TEXTS }) },
    },
    ['active'],
  ),
  DeviceCodes: object(
    {
      device_code: TEXT,
      user_code: TEXT,
      verification_uri: URI,
      verification_uri_complete: URI,
      expires_in: SECONDS,
      interval: SECONDS,
    },
    ['device_code', 'user_code', 'verification_uri', 'expires_in'],
  ),
  Error: object({ error: TEXT, error_description: TEXT }, ['error']),
};
