/** `POST /{index}/_ilm/retry`: retries a failed step at once. */
import { type IndexMetadata, type ManagedIndex, requireIndex } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { acknowledged } from '@skein/http';
import { retried } from '@skein/lifecycle';
import { stepByHand } from '../step_by_hand.js';
import { changeIndices } from './change_indices.js';

export const retry = changeIndices({
  id: 'ilm.retry',
  route: 'POST /{index}/_ilm/retry',
  handle: async ({ names, options }, { masterService }, { nowMs, signal }) => {
    const state = masterService.state();
    for (const name of names) failedProgress(requireIndex(state, name));
    const decide = (index: IndexMetadata) => ({
      to: retried(failedProgress(index), nowMs),
      effects: [],
    });
    let isAcknowledged = true;
    for (const name of names) {
      const ground = { masterService, options, signal };
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
