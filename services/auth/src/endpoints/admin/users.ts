/** `/admin/v1/users` and `/admin/v1/roles`: users by name, and roles with their scopes. */
import { type AdminOperation, PAGE_PARAMETERS, pageOf } from './operation.js';

export const users: readonly AdminOperation[] = [
  {
    method: 'get',
    path: '/users',
    needs: 'read',
    parameters: PAGE_PARAMETERS,
    run: ({ administration, query }) =>
      pageOf(query, {
        read: (after, size) => administration.users.page(after, size),
        key: ({ id }) => id,
      }),
  },
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
    method: 'get',
    path: '/users/:name',
    needs: 'read',
    run: ({ administration, name }) => administration.users.show(name),
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
  {
    method: 'delete',
    path: '/users/:name',
    needs: 'manage',
    run: async ({ administration, name }) => {
      await administration.users.remove(name);
      return undefined;
    },
  },
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
  {
    method: 'delete',
    path: '/roles/:name',
    needs: 'manage',
    run: async ({ administration, name }) => {
      await administration.users.removeRole(name);
      return undefined;
    },
  },
];
