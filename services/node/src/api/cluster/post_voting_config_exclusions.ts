/** `POST /_cluster/voting_config_exclusions`: answers when the nodes vote no more. */
import { type ClusterState, excludedVoters } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { splitList, stringParam, textReply } from '@skein/http';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

export const post_voting_config_exclusions = defineEndpoint({
  id: 'cluster.post_voting_config_exclusions',
  shape: 'master',
  routes: [
    'POST /_cluster/voting_config_exclusions',
    'POST /_cluster/voting_config_exclusions/{node_name}',
  ],
  params: { ...MASTER_PARAMS, node_ids: stringParam, node_names: stringParam },
  body: 'none',
  privilege: 'cluster:manage',
  parse: ({ pathParams, params }) => {
    const nodeIds = splitList(params.node_ids ?? '');
    const nodeNames = splitList(params.node_names ?? pathParams.node_name ?? '');
    if ((nodeIds.length === 0) === (nodeNames.length === 0)) {
      throw new ApiError(
        'illegal_argument_exception',
        'Please set node identifiers correctly. One and only one of [node_name], [node_names] and [node_ids] has to be set',
      );
    }
    return { request: { nodeIds, nodeNames }, options: submitOptions(params) };
  },
  handle: async ({ request, options }, { masterService }, { signal }) => {
    await masterService.submit('add_voting_exclusions', request, options);
    const isOut = (state: ClusterState) => {
      const excluded = excludedVoters(state);
      return masterService.votingConfiguration().accepted.every((id) => !excluded.has(id));
    };
    const { timeoutMs } = options;
    if (await masterService.waitFor(isOut, { timeoutMs, signal })) return textReply('');
    const names = [...request.nodeIds, ...request.nodeNames].join(', ');
    throw new ApiError(
      'timeout_exception',
      `timed out waiting for voting config exclusions [${names}] to take effect`,
    );
  },
});
