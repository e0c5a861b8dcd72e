/** `GET /openapi.json`: the description of the service for client generators (OpenAPI 3.1). */
import type { AuthContext } from '../context.js';
import { adminPaths } from './admin_paths.js';
import { CLIENT_SCHEMAS, clientPaths } from './client_paths.js';
import { pagePaths } from './page_paths.js';
import { REGISTRATION_SCHEMAS, registrationPaths } from './registration_paths.js';
import { type Json, json, ref, TEXT } from './shapes.js';

export function openApiDocument(context: AuthContext): Json {
  const { issuer, config } = context;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Skein authorization service',
      version: '1',
      description:
        'OAuth 2.0 for Skein. Forms are application/x-www-form-urlencoded, no parameter twice.',
    },
    servers: [{ url: issuer }],
    paths: {
      ...clientPaths(context),
      ...pagePaths(context),
      ...(config.registration ? registrationPaths() : {}),
      ...adminPaths(),
    },
    components: components(),
  };
}

function components(): Json {
  const error = ref('schemas', 'Error');
  const retry = {
    'Retry-After': { description: 'seconds until the next attempt', schema: { type: 'integer' } },
  };
  return {
    schemas: { ...CLIENT_SCHEMAS, ...REGISTRATION_SCHEMAS },
    parameters: {
      DPoP: {
        name: 'DPoP',
        in: 'header',
        description: 'a proof that binds the issued tokens to a key (RFC 9449)',
        schema: TEXT,
      },
    },
    responses: {
      Refused: json('The request was refused; `error` gives the reason', error),
      Unproven: json('Authentication of the client or the token failed', error),
      TooMany: { ...json('Too many attempts', error), headers: retry },
    },
    securitySchemes: {
      clientSecret: {
        type: 'http',
        scheme: 'basic',
        description: 'client id and secret, form-encoded',
      },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
  };
}
