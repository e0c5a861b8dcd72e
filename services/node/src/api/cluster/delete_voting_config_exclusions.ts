/**
 * `DELETE /_cluster/voting_config_exclusions`: by default waits until the excluded nodes are gone,
 * because they would vote again at once.
 */
import { type ClusterState, excludedVoters } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { booleanParam, orDefault, textReply } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const delete_voting_config_exclusions = defineEndpoint({
  id: 'cluster.delete_voting_config_exclusions',
  shape: 'master',
  routes: ['DELETE /_cluster/voting_config_exclusions'],
  params: { ...MASTER_PARAMS, wait_for_removal: orDefault(booleanParam, true) },
  body: 'none',
  privilege: 'cluster:manage',
  parse: ({ params }) => ({ waits: params.wait_for_removal, options: submitOptions(params) }),
  handle: async ({ waits, options }, { masterService }, { signal }) => {
    const areGone = (state: ClusterState) =>
      [...excludedVoters(state)].every((id) => !state.nodes.has(id));
    const { timeoutMs } = options;
    if (waits && !(await masterService.waitFor(areGone, { timeoutMs, signal }))) {
      throw new ApiError(
        'timeout_exception',
        'timed out waiting for removal of nodes; if nodes should not be removed, set waitForRemoval to false',
      );
    }
    await masterService.submit('clear_voting_exclusions', {}, options);
    return textReply('');
  },
});
