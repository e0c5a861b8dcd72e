/**
 * `POST /_transform/{transform_id}/_start`: runs a batch transform once, or a continuous one until
 * it is stopped.
 */
import type { TransformRecord } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { changeNamed } from '../change_named.js';
import { stepTransform } from './step_transform.js';

export const start_transform = changeNamed({
  id: 'transform.start_transform',
  routes: ['POST /_transform/{transform_id}/_start'],
  privilege: 'cluster:manage',
  handle: async ({ name: id, options }, { masterService }, { nowMs, signal }) => {
    const decide = (record: TransformRecord) => {
      checkStartable(record);
      return { state: 'started', failures: 0, dueMs: nowMs } as const;
    };
    const step = { masterService, options, signal };
    return acknowledged({}, await stepTransform(id, decide, step));
  },
});

function checkStartable({ id, state, reason: failure }: TransformRecord): void {
  if (state === 'started' || state === 'indexing') {
    const reason = `Cannot start transform [${id}] as it is already started.`;
    throw new ApiError('status_exception', reason, { status: 409 });
  }
  if (state === 'failed') {
    const reason = `Unable to start transform [${id}] as it is in a failed state. Use force stop and then restart the transform once error is resolved. More details: [${failure}]`;
    throw new ApiError('status_exception', reason, { status: 409 });
  }
}
