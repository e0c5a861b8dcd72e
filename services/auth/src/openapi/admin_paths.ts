/** Descriptions of the administration, generated from its operations. */
import { expectDefined } from '@skein/base';
import { revocations } from '../endpoints/admin/all.js';
import type { AdminOperation } from '../endpoints/admin/operation.js';
import { OPERATIONS } from '../endpoints/admin/router.js';
import {
  described,
  FLAG,
  inPath,
  inQuery,
  type Json,
  JWKS,
  json,
  jsonBody,
  object,
  oneOf,
  ref,
  SECONDS,
  TEXT,
  TEXTS,
} from './shapes.js';

/** Schemas of body fields and query parameters, by name. */
const FIELDS: Readonly<Record<string, Json>> = {
  client_id: TEXT,
  client_name: TEXT,
  type: oneOf(['confidential', 'public', 'native']),
  grant_types: TEXTS,
  scope: described(TEXT, 'scopes, separated by spaces'),
  redirect_uris: TEXTS,
  origins: described(
    TEXTS,
    'web origins whose scripts may call the token endpoint and the administration',
  ),
  rotation: oneOf(['rotating', 'stable']),
  token_seconds: SECONDS,
  grace_seconds: SECONDS,
  jwks: JWKS,
  plain_pkce: FLAG,
  require_pkce: FLAG,
  first_party: described(FLAG, 'true: users are not asked for consent'),
  disabled: FLAG,
  name: TEXT,
  password: TEXT,
  roles: TEXTS,
  query: {
    description: 'query for the documents that the role may read',
    type: ['object', 'string'],
  },
  fields: object({ grant: TEXTS, except: TEXTS }),
  user: TEXT,
  client: TEXT,
  family: TEXT,
  max_scope: TEXT,
  uses: { type: 'integer', minimum: 1 },
  expires: described(TEXT, 'lifetime, such as 24h'),
  at_once: FLAG,
  size: { type: 'integer', minimum: 1, maximum: 1000 },
  after: described(TEXT, 'value of next in the previous page'),
  before: { type: 'integer' },
};

const REFUSALS = {
  400: ref('responses', 'Refused'),
  401: ref('responses', 'Unproven'),
  403: ref('responses', 'Refused'),
};

export function adminPaths(): Json {
  const paths: Record<string, Json> = {};
  const add = (prefix: string, operation: AdminOperation) => {
    const path = prefix + operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: operationOf(operation, path) };
  };
  for (const operation of OPERATIONS) add('/admin/v1', operation);
  add('', revocations);
  return paths;
}

function operationOf(operation: AdminOperation, path: string): Json {
  const { method, needs, fields, parameters = [], status = 200 } = operation;
  const named = path.includes('{name}') ? [inPath('name')] : [];
  const described = [...named, ...parameters.map((name) => inQuery(name, schemaOf(name)))];
  const properties = Object.fromEntries((fields ?? []).map((name) => [name, schemaOf(name)]));
  const done = method === 'delete' || path.endsWith('/password');
  const missing = named.length > 0 ? { 404: ref('responses', 'Refused') } : {};
  const conflict = status === 201 ? { 409: ref('responses', 'Refused') } : {};
  return {
    summary: `${method.toUpperCase()} ${path}; needs security:${needs}`,
    operationId: `${method}${path.replace(/[^a-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    security: [{ bearer: [`security:${needs}`] }],
    ...(described.length === 0 ? {} : { parameters: described }),
    ...(fields ? { requestBody: { ...jsonBody(object(properties)), required: false } } : {}),
    responses: {
      [done ? 204 : status]: done
        ? { description: 'The change is done' }
        : json('The response', { type: 'object' }),
      ...REFUSALS,
      ...missing,
      ...conflict,
    },
  };
}

function schemaOf(name: string): Json {
  return expectDefined(FIELDS[name], `the field [${name}] is described above`);
}
