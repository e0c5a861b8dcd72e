/** `POST /_cluster/voting_config_exclusions`: answers when the nodes no longer vote. */
import { type ClusterState, excludedVoters } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { splitList, stringParam, textReply } from '@skein/http';
import type { Actors } from '../../actors.js';
import { chosenNodes } from '../../node_operations/mod.js';
import { MASTER_PARAMS, submitOptions } from '../common_params.js';
import { defineEndpoint } from '../endpoint.js';

/** The present master-eligible nodes that the filter selects. */
function eligible(
  filter: string,
  { masterService, nodeOperations }: Pick<Actors, 'masterService' | 'nodeOperations'>,
): readonly string[] {
  const state = masterService.state();
  const found = chosenNodes(state, filter, nodeOperations.localNodeId).filter((id) =>
    state.nodes.get(id)?.roles.includes('master'),
  );
  if (found.length > 0) return found;
  throw new ApiError(
    'illegal_argument_exception',
    `add voting config exclusions request for [${filter}] matched no cluster-manager-eligible nodes`,
  );
}

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
    const nodeNames = splitList(params.node_names ?? '');
    const filter = pathParams.node_name;
    const ways = [nodeIds.length > 0, nodeNames.length > 0, filter !== undefined];
    if (ways.filter((isGiven) => isGiven).length !== 1) {
      throw new ApiError(
        'illegal_argument_exception',
        'Please set node identifiers correctly. One and only one of [node_name], [node_names] and [node_ids] has to be set',
      );
    }
    return { nodeIds, nodeNames, filter, options: submitOptions(params) };
  },
  handle: async ({ nodeNames, filter, options, ...given }, actors, { signal }) => {
    const { masterService } = actors;
    const nodeIds = filter === undefined ? given.nodeIds : eligible(filter, actors);
    const request = { nodeIds, nodeNames };
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
