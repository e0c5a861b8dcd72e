/** `/admin/v1/keys`: signing keys. */
import type { AdminOperation } from './operation.js';

export const keys: readonly AdminOperation[] = [
  {
    method: 'get',
    path: '/keys',
    needs: 'read',
    run: async ({ administration }) => ({ items: await administration.keys.list() }),
  },
  {
    method: 'post',
    path: '/keys',
    needs: 'manage',
    fields: ['at_once'],
    status: 201,
    run: async ({ administration, body }) => ({
      kid: await administration.keys.rotate({ atOnce: body.flag('at_once') ?? false }),
    }),
  },
  {
    method: 'delete',
    path: '/keys/:name',
    needs: 'manage',
    run: async ({ administration, name }) => {
      await administration.keys.revoke(name);
      return undefined;
    },
  },
];
