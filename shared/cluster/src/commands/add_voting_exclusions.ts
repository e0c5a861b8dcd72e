/**
 * Excludes nodes from the next voting configuration. An absent node is remembered by the name or
 * the id in the request.
 */
import { ApiError } from '@skein/errors';
import { CLUSTER, readSetting } from '@skein/settings';
import { type ClusterState, clusterSettings } from '../state/cluster_state.js';
import { ABSENT, type VotingExclusion } from '../state/voting_exclusions.js';
import type { Command } from './command_type.js';

/** Nodes by id or by name; one of the two lists is empty. */
interface AddVotingExclusionsRequest {
  readonly nodeIds: readonly string[];
  readonly nodeNames: readonly string[];
}

export const add_voting_exclusions: Command<AddVotingExclusionsRequest> = {
  name: 'add_voting_exclusions',
  priority: 'URGENT',
  source: ({ nodeIds, nodeNames }) =>
    `add-voting-config-exclusions[${[...nodeIds, ...nodeNames].join(', ')}]`,
  execute: (state, request) => {
    const present = state.metadata.votingExclusions;
    const added = exclusionsOf(state, request).filter(
      (one) => !present.some((known) => isSame(known, one)),
    );
    if (added.length === 0) return state;
    checkLimit(state, added);
    return {
      ...state,
      metadata: { ...state.metadata, votingExclusions: [...present, ...added] },
    };
  },
};

function exclusionsOf(
  { nodes }: ClusterState,
  { nodeIds, nodeNames }: AddVotingExclusionsRequest,
): VotingExclusion[] {
  const byId = nodeIds.map((nodeId) => ({ nodeId, nodeName: nodes.get(nodeId)?.name ?? ABSENT }));
  const byName = nodeNames.map((nodeName) => {
    const node = [...nodes.values()].find(({ name }) => name === nodeName);
    return { nodeId: node?.id ?? ABSENT, nodeName };
  });
  return [...byId, ...byName];
}

function isSame(a: VotingExclusion, b: VotingExclusion): boolean {
  return a.nodeId === b.nodeId && a.nodeName === b.nodeName;
}

function checkLimit(state: ClusterState, added: readonly VotingExclusion[]): void {
  const setting = CLUSTER.general.maxVotingExclusions;
  const limit = readSetting(clusterSettings(state), setting);
  const present = state.metadata.votingExclusions.length;
  if (present + added.length <= limit) return;
  throw new ApiError(
    'illegal_argument_exception',
    `add voting config exclusions request would add [${added.length}] exclusions to the existing [${present}] which would exceed the maximum of [${limit}] set by [${setting.key}]`,
  );
}
