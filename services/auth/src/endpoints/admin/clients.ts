/**
 * `/admin/v1/clients`: the registered OAuth clients. Fields have the names of RFC 7591 where it
 * defines them.
 */
import type { ClientChange, NewClient } from '../../administration/clients.js';
import type { Body } from './body.js';
import { type AdminOperation, readOperations, removal } from './operation.js';

/** The fields that PATCH changes. POST takes them too, except `disabled`. */
const CHANGEABLE = [
  'client_name',
  'grant_types',
  'scope',
  'redirect_uris',
  'origins',
  'rotation',
  'token_seconds',
  'grace_seconds',
  'jwks',
  'plain_pkce',
  'require_pkce',
  'first_party',
  'disabled',
];

export const clients: readonly AdminOperation[] = [
  ...readOperations(
    '/clients',
    (administration) => administration.clients,
    ({ client_id: id }) => id,
  ),
  {
    method: 'post',
    path: '/clients',
    needs: 'manage',
    fields: ['client_id', 'type', ...CHANGEABLE.filter((name) => name !== 'disabled')],
    status: 201,
    run: ({ administration, body }) => administration.clients.add(newClient(body)),
  },
  {
    method: 'patch',
    path: '/clients/:name',
    needs: 'manage',
    fields: CHANGEABLE,
    run: ({ administration, name, body }) => administration.clients.update(name, changeOf(body)),
  },
  removal('/clients', (administration, name) => administration.clients.remove(name)),
  {
    method: 'post',
    path: '/clients/:name/secret',
    needs: 'manage',
    run: ({ administration, name }) => administration.clients.rotateSecret(name),
  },
];

function newClient(body: Body): NewClient {
  const type = body.oneOf('type', ['confidential', 'public', 'native']);
  const { disabled: _never, ...fields } = changeOf(body);
  return {
    ...fields,
    ...(type === undefined ? {} : { type }),
    id: body.required('client_id'),
    scopes: body.scope('scope') ?? [],
  };
}

function changeOf(body: Body): ClientChange {
  return given<ClientChange>({
    name: body.text('client_name'),
    grants: body.texts('grant_types'),
    scopes: body.scope('scope'),
    redirectUris: body.texts('redirect_uris'),
    origins: body.texts('origins'),
    rotation: body.oneOf('rotation', ['rotating', 'stable']),
    tokenSeconds: body.integer('token_seconds'),
    graceSeconds: body.integer('grace_seconds'),
    jwks: body.jwks('jwks'),
    plainPkce: body.flag('plain_pkce'),
    pkceRequired: body.flag('require_pkce'),
    firstParty: body.flag('first_party'),
    disabled: body.flag('disabled'),
  });
}

/** Omits fields that the body does not contain. */
function given<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  // A field that may not be undefined is optional: without it, it is still a T.
  return Object.fromEntries(pairs) as T;
}
