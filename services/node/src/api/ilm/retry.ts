/** `POST /{index}/_ilm/retry`: retries a failed step at once. */
import { INDICES_OPTIONS, requireIndex } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { retried } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, targetIndices } from '../indices/index_targets.js';

export const retry = defineEndpoint({
  id: 'ilm.retry',
  shape: 'master',
  routes: ['POST /{index}/_ilm/retry'],
  params: MASTER_PARAMS,
  body: 'none',
  privilege: 'indices:manage',
  parse: ({ pathParams, params }) => ({
    target: indexExpression(pathParams.index, {}, INDICES_OPTIONS.strictExpandHidden),
    options: submitOptions(params),
  }),
  handle: async ({ target, options }, actors, context) => {
    const { masterService } = actors;
    const names = targetIndices(actors, context, target, MANAGES);
    const state = masterService.state();
    const indices = names.map((name) => requireIndex(state, name));
    const fine = indices.find(({ lifecycle: one }) => one?.dialect !== 'ilm' || one.failures === 0);
    if (fine !== undefined) {
      const reason = `cannot retry an action for an index [${fine.name}] that has not encountered an error when running a Lifecycle Policy`;
      throw new ApiError('illegal_argument_exception', reason);
    }
    let isAcknowledged = true;
    for (const { name, uuid, lifecycle } of indices) {
      if (lifecycle === undefined) continue;
      const to = retried(lifecycle, context.nowMs);
      const request = { index: name, uuid, from: lifecycle.version, to, effects: [] };
      const outcome = await masterService.submit('lifecycle_step', request, options);
      isAcknowledged &&= outcome.acknowledged;
    }
    return acknowledged({}, isAcknowledged);
  },
});
