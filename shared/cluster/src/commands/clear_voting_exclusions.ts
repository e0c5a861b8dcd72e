/** Removes all voting exclusions, so that every node may vote again. */
import type { Command } from './command_type.js';

export const clear_voting_exclusions: Command<Record<string, never>> = {
  name: 'clear_voting_exclusions',
  priority: 'URGENT',
  source: () => 'clear-voting-config-exclusions',
  execute: (state) =>
    state.metadata.votingExclusions.length === 0
      ? state
      : { ...state, metadata: { ...state.metadata, votingExclusions: [] } },
};
