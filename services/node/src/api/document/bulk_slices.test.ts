/** A request with many items and a refresh is still written in slices, and refreshed once. */
import { ApiError } from '@skein/errors';
import type { RequestHead } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { BatchOutcome, WriteOptions } from '../../document_router/mod.js';
import type { WriteBatch } from '../../shard_host/mod.js';
import { quietDispatcher } from '../../testing/quiet_dispatcher.js';
import { bulk } from './bulk.js';

const REFUSAL = new ApiError('version_conflict_engine_exception', 'changed');
const calls: string[] = [];

const actors = {
  documentRouter: {
    write: async (batch: WriteBatch, { refresh }: WriteOptions): Promise<BatchOutcome> => {
      const { ids } = batch;
      calls.push(`${ids.length} ${refresh}`);
      const refused = new Map(ids.map((_id, i) => [i, REFUSAL]));
      return { tookMs: 1, batch, parts: [], refused, dropped: new Set() };
    },
    show: async (outcomes: readonly BatchOutcome[], { refresh }: WriteOptions) => {
      calls.push(`show ${outcomes.length} ${refresh}`);
      return { tookMs: 1, outcomes };
    },
  },
} as unknown as Actors;

const dispatcher = quietDispatcher({ endpoints: [bulk], actors });

async function answerOf(parameters: string, count: number) {
  calls.length = 0;
  const { signal } = new AbortController();
  const headers = { 'content-type': 'application/x-ndjson' };
  const head = { method: 'POST', target: `/_bulk?${parameters}`, headers, signal };
  const admission = await dispatcher.admit(head as unknown as RequestHead);
  if (admission?.kind !== 'welcome') throw new Error('not admitted');
  const lines = '{"delete":{"_index":"i","_id":"1"}}\n'.repeat(count);
  return admission.answer(new TextEncoder().encode(lines));
}

test.each([
  ['wait_for', 5000, ['2000 false', '2000 false', '1000 false', 'show 3 wait_for']],
  ['true', 4000, ['2000 false', '2000 false', 'show 2 true']],
  ['true', 2000, ['2000 true']],
] as const)('refresh=%s of %i items', async (refresh, count, expected) => {
  const { status } = await answerOf(`refresh=${refresh}`, count);
  expect(status).toBe(200);
  expect(calls).toEqual(expected);
});

test.each(['0', '-1'])('a batch size of %s is refused', async (size) => {
  const { status } = await answerOf(`batch_size=${size}`, 1);
  expect(status).toBe(400);
  expect(calls).toEqual([]);
});
