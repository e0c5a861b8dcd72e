import { nowhere } from '@skein/reading';
import { readTransform } from '@skein/transform';
import { openSecurity } from '../security/open_security.js';
import { OneNodeApi } from '../testing/one_node_api.js';
import { type DestinationParts, deleteOld } from './destination.js';

const TRANSFORM = readTransform(
  {
    source: { index: 'a' },
    dest: { index: 'b' },
    pivot: {
      group_by: { k: { terms: { field: 'k' } } },
      aggregations: { m: { max: { field: 'n' } } },
    },
    retention_policy: { time: { field: 'at', max_age: '1d' } },
  },
  nowhere,
);
const OWNER = { subject: 'anne', clientId: undefined, scope: undefined };

test.each([
  [200, [], 3],
  [403, [{ cause: { reason: 'the index is blocked' } }], 'the index is blocked'],
  [408, [], '"timed_out":true'],
])('the end of a deletion with status %d', async (status, failures, expected) => {
  const api = await new OneNodeApi().start();
  await api.request('PUT', '/b');
  const body = { deleted: 3, timed_out: status === 408, failures };
  const parts: DestinationParts = {
    masterService: api.master,
    security: openSecurity,
    shardRouter: { broadcast: async () => ({ outcomes: [] }) as never },
    bulkByScroll: { run: async () => ({ status, body }) },
  };
  const { signal } = new AbortController();
  const deleted = deleteOld(TRANSFORM, { owner: OWNER, nowMs: 0, signal }, parts);
  if (typeof expected === 'number') await expect(deleted).resolves.toBe(expected);
  else await expect(deleted).rejects.toThrow(expected);
});
