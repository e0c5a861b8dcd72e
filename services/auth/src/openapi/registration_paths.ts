/** Registration by programs (RFC 7591), and its management (RFC 7592). */
import {
  described,
  inPath,
  type Json,
  JWKS,
  json,
  jsonBody,
  object,
  oneOf,
  ref,
  TEXT,
  TEXTS,
  TIME,
  URI,
} from './shapes.js';

const SECURITY = [{ bearer: [] }];
const REFUSALS = { 400: ref('responses', 'Refused'), 401: ref('responses', 'Unproven') };

export function registrationPaths(): Json {
  const metadata = ref('schemas', 'ClientMetadata');
  const registered = ref('schemas', 'RegisteredClient');
  return {
    '/register': {
      post: {
        summary: 'Registers a client, with an initial access token (RFC 7591)',
        operationId: 'register',
        security: SECURITY,
        requestBody: jsonBody(metadata),
        responses: { 201: json('The client', registered), ...REFUSALS },
      },
    },
    '/register/{id}': {
      parameters: [inPath('id')],
      get: {
        summary: 'Returns a registration (RFC 7592)',
        operationId: 'readRegistration',
        security: SECURITY,
        responses: { 200: json('The client', registered), ...REFUSALS },
      },
      put: {
        summary: 'Replaces all metadata of a registration',
        operationId: 'replaceRegistration',
        security: SECURITY,
        requestBody: jsonBody({ allOf: [metadata, object({ client_id: TEXT }, ['client_id'])] }),
        responses: { 200: json('The client', registered), ...REFUSALS },
      },
      delete: {
        summary: 'Deletes the client and revokes its tokens',
        operationId: 'removeRegistration',
        security: SECURITY,
        responses: { 204: { description: 'The client is deleted' }, ...REFUSALS },
      },
    },
  };
}

const METADATA = {
  client_name: TEXT,
  redirect_uris: { type: 'array', items: URI },
  grant_types: described(TEXTS, 'grant types, except implicit and password'),
  response_types: TEXTS,
  scope: TEXT,
  token_endpoint_auth_method: oneOf([
    'client_secret_basic',
    'client_secret_post',
    'private_key_jwt',
    'none',
  ]),
  application_type: oneOf(['web', 'native']),
  jwks: JWKS,
};

export const REGISTRATION_SCHEMAS: Json = {
  ClientMetadata: object(METADATA),
  RegisteredClient: object(
    {
      ...METADATA,
      client_id: TEXT,
      client_secret: TEXT,
      client_id_issued_at: TIME,
      client_secret_expires_at: TIME,
      registration_access_token: TEXT,
      registration_client_uri: URI,
    },
    ['client_id', 'registration_access_token', 'registration_client_uri'],
  ),
};
