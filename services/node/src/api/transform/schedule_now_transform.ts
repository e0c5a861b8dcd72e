/**
 * `POST /_transform/{transform_id}/_schedule_now`: makes a continuous transform check for changes
 * at once.
 */
import type { TransformRecord } from '@skein/cluster';
import { acknowledged, orDefault, timeParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { stepTransform } from './step_transform.js';

const DEFAULT_WAIT_MS = 30_000;

export const schedule_now_transform = defineEndpoint({
  id: 'transform.schedule_now_transform',
  shape: 'master',
  routes: ['POST /_transform/{transform_id}/_schedule_now'],
  params: { timeout: orDefault(timeParam, DEFAULT_WAIT_MS) },
  body: 'none',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params }) => ({
    id: pathParams.transform_id ?? '',
    options: { timeoutMs: params.timeout, masterTimeoutMs: params.timeout },
  }),
  handle: async ({ id, options }, { masterService }, { nowMs, signal }) => {
    // A transform that is indexing checks again by itself, and a stopped one does not check at all.
    const decide = ({ state }: TransformRecord) =>
      state === 'started' ? { dueMs: nowMs } : undefined;
    const step = { masterService, options, signal };
    return acknowledged({}, await stepTransform(id, decide, step));
  },
});
