/** `/admin/v1/users` and `/admin/v1/roles`: users by name, and roles with their scopes. */
import { type AdminOperation, readOperations, removal } from './operation.js';

export const users: readonly AdminOperation[] = [
  ...readOperations(
    '/users',
    (administration) => administration.users,
    ({ id }) => id,
  ),
  {
    method: 'post',
    path: '/users',
    needs: 'manage',
    fields: ['name', 'password', 'roles'],
    status: 201,
    run: ({ administration, body }) =>
      administration.users.add(
        body.required('name'),
        body.required('password'),
        body.texts('roles') ?? [],
      ),
  },
  {
    method: 'patch',
    path: '/users/:name',
    needs: 'manage',
    fields: ['roles', 'disabled'],
    run: async ({ administration, name, body }) => {
      const roles = body.texts('roles');
      const disabled = body.flag('disabled');
      if (roles !== undefined) await administration.users.setRoles(name, roles);
      if (disabled !== undefined) await administration.users.setDisabled(name, disabled);
      return administration.users.show(name);
    },
  },
  {
    method: 'put',
    path: '/users/:name/password',
    needs: 'manage',
    fields: ['password'],
    run: async ({ administration, name, body }) => {
      await administration.users.setPassword(name, body.required('password'));
      return undefined;
    },
  },
  removal('/users', (administration, name) => administration.users.remove(name)),
];

export const roles: readonly AdminOperation[] = [
  {
    method: 'get',
    path: '/roles',
    needs: 'read',
    run: async ({ administration }) => {
      return { items: await administration.users.roles() };
    },
  },
  {
    method: 'put',
    path: '/roles/:name',
    needs: 'manage',
    fields: ['scope', 'query', 'fields'],
    run: ({ administration, name, body }) => {
      const [query, fields] = [body.query('query'), body.grantedFields('fields')];
      return administration.users.setRole({
        name,
        scopes: body.scope('scope') ?? [],
        ...(query === undefined ? {} : { query }),
        ...(fields === undefined ? {} : { fields }),
      });
    },
  },
  removal('/roles', (administration, name) => administration.users.removeRole(name)),
];
