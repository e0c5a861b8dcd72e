/** Requests with many items: only the refused items are reported, one by one. */
import { ApiError, toPlainError } from '@skein/errors';
import type { RequestHead } from '@skein/http';
import type { Actors } from '../actors.js';
import type { BatchOutcome } from '../document_router/mod.js';
import { multiSearch } from '../search_coordinator/multi_search.js';
import type { SearchCoordinatorParts } from '../search_coordinator/search_caller.js';
import { openSecurity } from '../security/open_security.js';
import type { WriteBatch } from '../shard_host/mod.js';
import { quietDispatcher } from '../testing/quiet_dispatcher.js';
import { bulk } from './document/bulk.js';
import { mget } from './document/mget.js';
import { msearch } from './search/msearch.js';
import { mtermvectors } from './search/mtermvectors.js';

const REFUSAL = new ApiError('security_exception', 'not yours', { status: 403 });
const FAULT = new ApiError('version_conflict_engine_exception', 'changed');
const told: unknown[] = [];

/** Items at odd positions are refused, and the one at position 2 fails by itself. */
function outcome(place: number): ApiError | undefined {
  if (place % 2 === 1) return REFUSAL;
  return place === 2 ? FAULT : undefined;
}

const timers = {
  after: (_delayMs: number, run: () => void) => ({
    cancel: clearImmediate.bind(undefined, setImmediate(run)),
  }),
};
const clock = { nowMs: () => 0, monotonicMs: () => 0 };
let place = 0;

const actors = {
  documentRouter: {
    write: async (batch: WriteBatch): Promise<BatchOutcome> => ({
      tookMs: 0,
      batch,
      parts: [],
      refused: new Map(batch.ids.map((_id, i) => [i, outcome(i) ?? FAULT])),
      dropped: new Set(),
    }),
    multiGet: async (gets: readonly object[]) =>
      gets.map((_, i) => ({ index: 'i', id: '1', error: toPlainError(outcome(i) ?? FAULT) })),
  },
  searchCoordinator: {
    multiSearch: (calls: readonly unknown[], options: never) =>
      multiSearch(
        calls.map((_, i) => outcome(i) ?? FAULT),
        options,
        { clock, timers } as unknown as SearchCoordinatorParts,
      ),
    termVectors: async () => {
      throw outcome(place++) ?? FAULT;
    },
  },
  tasks: { run: (_task: object, work: () => Promise<unknown>) => work() },
} as unknown as Actors;

const dispatcher = quietDispatcher({
  endpoints: [bulk, mget, msearch, mtermvectors],
  actors,
  security: {
    ...openSecurity,
    refused: ({ target }, { reason }, item) => told.push([target, reason, item]),
  },
  timers,
});

test.each([
  ['/_bulk', '{"delete":{"_index":"i","_id":"1"}}\n'.repeat(4), 'application/x-ndjson'],
  ['/_msearch', '{}\n{}\n'.repeat(4), 'application/x-ndjson'],
  [
    '/_mget',
    JSON.stringify({ docs: Array.from({ length: 4 }, () => ({ _index: 'i', _id: '1' })) }),
    'application/json',
  ],
  [
    '/_mtermvectors',
    JSON.stringify({ docs: Array.from({ length: 4 }, () => ({ _index: 'i', _id: '1' })) }),
    'application/json',
  ],
])('%s', async (target, body, type) => {
  told.length = 0;
  const { signal } = new AbortController();
  const headers = { 'content-type': type };
  const head = { method: 'POST', target, headers, signal } as unknown as RequestHead;
  const admission = await dispatcher.admit(head);
  if (admission?.kind !== 'welcome') throw new Error('not admitted');
  const { status } = await admission.answer(new TextEncoder().encode(body));
  expect(status).toBe(200);
  expect(told).toEqual([
    [target, 'not yours', 1],
    [target, 'not yours', 3],
  ]);
});
