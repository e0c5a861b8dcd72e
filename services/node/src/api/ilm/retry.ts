/** `POST /{index}/_ilm/retry`: retries a failed step at once. */
import {
  INDICES_OPTIONS,
  type IndexMetadata,
  type ManagedIndex,
  requireIndex,
} from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { retried } from '@skein/lifecycle';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';
import { indexExpression, MANAGES, targetIndices } from '../indices/index_targets.js';
import { stepByHand } from '../step_by_hand.js';

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
    for (const name of names) failedProgress(requireIndex(state, name));
    const decide = (index: IndexMetadata) => ({
      to: retried(failedProgress(index), context.nowMs),
      effects: [],
    });
    let isAcknowledged = true;
    for (const name of names) {
      const ground = { masterService, options, signal: context.signal };
      isAcknowledged = (await stepByHand(name, decide, ground)) && isAcknowledged;
    }
    return acknowledged({}, isAcknowledged);
  },
});

/** Throws if there is no failure after which to try again. */
function failedProgress({ name, lifecycle }: IndexMetadata): ManagedIndex {
  if (lifecycle?.dialect === 'ilm' && lifecycle.failures > 0) return lifecycle;
  const reason = `cannot retry an action for an index [${name}] that has not encountered an error when running a Lifecycle Policy`;
  throw new ApiError('illegal_argument_exception', reason);
}
