/** `/admin/v1/audit`: the audit log, newest first; `next` is sent back as `before`. */
import type { AdminOperation } from './operation.js';

const USUAL_PAGE = 100;
const LARGEST_PAGE = 1000;

export const audit: readonly AdminOperation[] = [
  {
    method: 'get',
    path: '/audit',
    needs: 'read',
    parameters: ['size', 'before'],
    run: async ({ administration, query }) => {
      const size = query.count('size', LARGEST_PAGE) ?? USUAL_PAGE;
      const before = query.count('before', Number.MAX_SAFE_INTEGER);
      const events = await administration.auditPage(before, size);
      const last = events.length === size ? events.at(-1) : undefined;
      const items = events.map(({ timeMs, clientId, userId, ...event }) => ({
        time: new Date(timeMs).toISOString(),
        ...event,
        ...(clientId === undefined ? {} : { client_id: clientId }),
        ...(userId === undefined ? {} : { user_id: userId }),
      }));
      return { items, ...(last ? { next: last.id } : {}) };
    },
  },
];
