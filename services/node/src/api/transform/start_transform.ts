/**
 * `POST /_transform/{transform_id}/_start`: runs a batch transform once, or a continuous one until
 * it is stopped.
 */
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { changeNamed } from '../change_named.js';
import { transformsOf } from './known_transforms.js';

export const start_transform = changeNamed({
  id: 'transform.start_transform',
  routes: ['POST /_transform/{transform_id}/_start'],
  privilege: 'cluster:manage',
  handle: async ({ name: id, options }, { masterService }, { nowMs }) => {
    const [record] = transformsOf(masterService.state(), id, false);
    if (record === undefined || record.state === 'started' || record.state === 'indexing') {
      throw new ApiError(
        'status_exception',
        `Cannot start transform [${id}] as it is already started.`,
        { status: 409 },
      );
    }
    if (record.state === 'failed') {
      const reason = `Unable to start transform [${id}] as it is in a failed state. Use force stop and then restart the transform once error is resolved. More details: [${record.reason}]`;
      throw new ApiError('status_exception', reason, { status: 409 });
    }
    const progress = { state: 'started', failures: 0, dueMs: nowMs } as const;
    const { createMs, version } = record;
    const request = { id, createMs, version, progress };
    const outcome = await masterService.submit('transform_step', request, options);
    return acknowledged({}, outcome.acknowledged);
  },
});
