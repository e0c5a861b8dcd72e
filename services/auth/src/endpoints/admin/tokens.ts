/** `/admin/v1/tokens`: grants of users, and initial access tokens for registration. */

import { parseTimeMs } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { AdminOperation } from './operation.js';

export const tokens: readonly AdminOperation[] = [
  {
    method: 'get',
    path: '/tokens',
    needs: 'read',
    parameters: ['user', 'client', 'family'],
    run: async ({ administration, query }) => ({
      items: await administration.liveGrants({
        user: query.text('user'),
        client: query.text('client'),
        family: query.text('family'),
      }),
    }),
  },
  {
    method: 'post',
    path: '/tokens/revoke',
    needs: 'manage',
    fields: ['user', 'client', 'family'],
    run: async ({ administration, body }) => ({
      revoked: await administration.revokeTokens({
        user: body.text('user'),
        client: body.text('client'),
        family: body.text('family'),
      }),
    }),
  },
  {
    method: 'post',
    path: '/initial_access_tokens',
    needs: 'manage',
    fields: ['max_scope', 'uses', 'expires'],
    status: 201,
    run: async ({ administration, body }) => {
      const expires = body.text('expires') ?? '24h';
      const lifetimeMs = parseTimeMs(expires);
      if (lifetimeMs === undefined) {
        throw new ApiError('illegal_argument_exception', `[${expires}] is not a time like [24h]`);
      }
      const scopes = body.scope('max_scope') ?? [];
      const token = await administration.createInitialToken({
        scopes,
        uses: body.integer('uses') ?? 1,
        lifetimeMs,
      });
      return { initial_access_token: token };
    },
  },
];
