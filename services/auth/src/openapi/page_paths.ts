/** The pages for browsers, and the public documents. */

import { RESPONSE_TYPES } from '../authorization/response_types/registry.js';
import type { AuthContext } from '../context.js';
import {
  described,
  form,
  inQuery,
  type Json,
  JWKS,
  json,
  object,
  oneOf,
  page,
  TEXT,
  URI,
} from './shapes.js';

/** Parameters of an authorization request, at /authorize and at /par. */
export const AUTHORIZATION_PARAMETERS: Json = {
  response_type: oneOf([...RESPONSE_TYPES.keys()]),
  client_id: TEXT,
  redirect_uri: described(URI, 'one that is registered; needed where there are several'),
  scope: TEXT,
  state: described(TEXT, 'comes back as it was sent'),
  code_challenge: described(TEXT, 'RFC 7636; needed by clients without a secret'),
  code_challenge_method: oneOf(['S256', 'plain']),
  response_mode: oneOf(['query', 'fragment']),
  prompt: described(TEXT, 'none, or login and consent'),
  max_age: { type: 'integer', description: 'seconds since the user signed in' },
  dpop_jkt: described(TEXT, 'the key the code is bound to (RFC 9449 §10)'),
};

const PUSHED = { request_uri: described(TEXT, 'of /par, instead of all others but client_id') };
const ANSWERS = {
  303: { description: 'To the pages for the user, or back to the client with code, state and iss' },
  400: page('Client or address are not known, or the request is malformed'),
  503: page('Too many requests wait for their users'),
};

export function pagePaths(context: AuthContext): Json {
  const parameters = Object.entries({ ...AUTHORIZATION_PARAMETERS, ...PUSHED });
  return {
    '/authorize': {
      get: {
        summary: 'Asks a user, in the browser (RFC 6749 §3.1)',
        operationId: 'authorize',
        parameters: parameters.map(([name, schema]) =>
          inQuery(name, schema as Json, name === 'client_id'),
        ),
        responses: ANSWERS,
      },
      post: {
        summary: 'The same with a form',
        operationId: 'authorizeByForm',
        requestBody: form({ ...AUTHORIZATION_PARAMETERS, ...PUSHED }, ['client_id']),
        responses: ANSWERS,
      },
    },
    '/device': {
      get: {
        summary: 'Where the user of a device types its code (RFC 8628 §3.3)',
        operationId: 'devicePage',
        parameters: [inQuery('user_code', TEXT)],
        responses: { 200: page('The page') },
      },
      post: {
        summary: 'The form of that page, of use to it alone',
        operationId: 'typeUserCode',
        requestBody: form({ user_code: TEXT, form_token: TEXT }, ['user_code', 'form_token']),
        responses: {
          303: { description: 'To sign-in and consent' },
          400: page('The code is not known'),
          403: page('The form was not sent from the page'),
          429: page('Too many codes were typed'),
        },
      },
    },
    '/jwks.json': {
      get: {
        summary: 'The keys that tokens are signed with (RFC 7517)',
        operationId: 'keySet',
        responses: { 200: json('The keys', JWKS) },
      },
    },
    '/.well-known/oauth-authorization-server': {
      get: {
        summary: 'The metadata (RFC 8414)',
        operationId: 'metadata',
        responses: { 200: json('The metadata', object({ issuer: { const: context.issuer } })) },
      },
    },
    '/openapi.json': {
      get: {
        summary: 'This description',
        operationId: 'description',
        responses: { 200: json('This description', { type: 'object' }) },
      },
    },
    '/health/live': { get: health('The process lives', 'live') },
    '/health/ready': { get: health('The store can be read', 'ready') },
  };
}

function health(summary: string, operationId: string): Json {
  const answer = (status: string) => json(status, object({ status: oneOf([status]) }));
  const unavailable = operationId === 'ready' ? { 503: answer('unavailable') } : {};
  return { summary, operationId, responses: { 200: answer('ok'), ...unavailable } };
}
