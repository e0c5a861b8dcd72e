/**
 * `POST /_transform/{transform_id}/_schedule_now`: makes a continuous transform check for changes
 * at once.
 */
import { acknowledged, orDefault, timeParam } from '@skein/http';
import { defineEndpoint } from '../endpoint.js';
import { transformsOf } from './known_transforms.js';

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
  handle: async ({ id, options }, { masterService }, { nowMs }) => {
    const [record] = transformsOf(masterService.state(), id, false);
    // A transform that is indexing checks again by itself, and a stopped one does not check at all.
    if (record?.state !== 'started') return acknowledged();
    const { createMs, version } = record;
    const request = { id, createMs, version, progress: { dueMs: nowMs } };
    const outcome = await masterService.submit('transform_step', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
