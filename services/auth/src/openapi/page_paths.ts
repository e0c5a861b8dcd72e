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
export const AUTHORIZATION_PARAMETERS: Readonly<Record<string, Json>> = {
  response_type: oneOf([...RESPONSE_TYPES.keys()]),
  client_id: TEXT,
  redirect_uri: described(URI, 'a registered redirect URI; required if the client has several'),
  scope: TEXT,
  state: described(TEXT, 'a value that the response repeats'),
  code_challenge: described(TEXT, 'RFC 7636; required for clients without a secret'),
  code_challenge_method: oneOf(['S256', 'plain']),
  response_mode: oneOf(['query', 'fragment']),
  prompt: described(TEXT, 'none, or login and consent'),
  max_age: {
    type: 'integer',
    description: 'largest time since the sign-in of the user, in seconds',
  },
  dpop_jkt: described(TEXT, 'thumbprint of the key to which the code is bound (RFC 9449 §10)'),
};

const PUSHED = {
  request_uri: described(
    TEXT,
    'the value that /par returned; replaces all parameters but client_id',
  ),
};
const ANSWERS = {
  303: {
    description: 'Redirect to the pages for the user, or to the client with code, state and iss',
  },
  400: page('The client or its redirect URI is not known, or the request is malformed'),
  503: page('Too many requests wait for their users'),
};

export function pagePaths(context: AuthContext): Json {
  const parameters = Object.entries({ ...AUTHORIZATION_PARAMETERS, ...PUSHED });
  return {
    '/authorize': {
      get: {
        summary: 'Starts an authorization in the browser of the user (RFC 6749 §3.1)',
        operationId: 'authorize',
        parameters: parameters.map(([name, schema]) => inQuery(name, schema, name === 'client_id')),
        responses: ANSWERS,
      },
      post: {
        summary: 'Starts an authorization with a form',
        operationId: 'authorizeByForm',
        requestBody: form({ ...AUTHORIZATION_PARAMETERS, ...PUSHED }, ['client_id']),
        responses: ANSWERS,
      },
    },
    '/device': {
      get: {
        summary: 'Shows the page on which a user enters the code of a device (RFC 8628 §3.3)',
        operationId: 'devicePage',
        parameters: [inQuery('user_code', TEXT)],
        responses: { 200: page('The page') },
      },
      post: {
        summary: 'Accepts the form of the device page; only that page can send it',
        operationId: 'typeUserCode',
        requestBody: form({ user_code: TEXT, form_token: TEXT }, ['user_code', 'form_token']),
        responses: {
          303: { description: 'Redirect to sign-in and consent' },
          400: page('The code is not known'),
          403: page('The form was not sent from the page'),
          429: page('Too many codes were typed'),
        },
      },
    },
    '/jwks.json': {
      get: {
        summary: 'Returns the keys that sign tokens (RFC 7517)',
        operationId: 'keySet',
        responses: { 200: json('The keys', JWKS) },
      },
    },
    '/.well-known/oauth-authorization-server': {
      get: {
        summary: 'Returns the metadata (RFC 8414)',
        operationId: 'metadata',
        responses: { 200: json('The metadata', object({ issuer: { const: context.issuer } })) },
      },
    },
    '/openapi.json': { get: itself('description') },
    '/_openapi.json': { get: itself('description_as_of_nodes') },
    '/health/live': { get: health('Reports that the process runs', 'live') },
    '/health/ready': { get: health('Reports whether the store can be read', 'ready') },
  };
}

function itself(operationId: string): Json {
  const responses = { 200: json('This document', { type: 'object' }) };
  return { summary: 'Returns this document', operationId, responses };
}

function health(summary: string, operationId: string): Json {
  const answer = (status: string) => json(status, object({ status: oneOf([status]) }));
  const unavailable = operationId === 'ready' ? { 503: answer('unavailable') } : {};
  return { summary, operationId, responses: { 200: answer('ok'), ...unavailable } };
}
