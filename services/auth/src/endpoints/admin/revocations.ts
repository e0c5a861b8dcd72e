/**
 * `GET /revocations?after=…`: revoked access tokens and families, oldest first, for search nodes
 * that need to know before the tokens expire. `next` is the next value of `after`; it stays some
 * seconds behind, for instances whose clocks differ, so that the newest revocations are repeated.
 */
import { ApiError } from '@skein/errors';
import type { RevocationPlace } from '../../store/store.js';
import type { AdminOperation } from './operation.js';

const PAGE = 1000;
const CLOCKS_DIFFER_MS = 5000;

export const revocations: AdminOperation = {
  method: 'get',
  path: '/revocations',
  needs: 'read',
  parameters: ['after'],
  run: async ({ context, query }) => {
    const after = placeOf(query.text('after'));
    const found = await context.store.grants.revocations(after, PAGE);
    const last = found.at(-1) ?? after;
    const newestMs = context.clock.nowMs() - CLOCKS_DIFFER_MS;
    const next =
      found.length < PAGE && last.revokedMs > newestMs ? { revokedMs: newestMs, id: '' } : last;
    const ids = (wanted: string) => found.filter(({ kind }) => kind === wanted).map(({ id }) => id);
    return { tokens: ids('token'), families: ids('family'), next: `${next.revokedMs}.${next.id}` };
  },
};

function placeOf(text: string | undefined): RevocationPlace {
  if (text === undefined) return { revokedMs: 0, id: '' };
  const [, ms, id = ''] = /^(\d{1,15})\.([\x21-\x7e]{0,128})$/.exec(text) ?? [];
  if (ms !== undefined) return { revokedMs: Number(ms), id };
  throw new ApiError('illegal_argument_exception', `[after] must be a [next] of before`);
}
