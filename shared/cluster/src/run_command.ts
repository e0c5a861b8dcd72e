/**
 * One step of the master: a command's change, then what follows from it (replica counts, placement, blocks), then a new version.
 * A command that changes nothing gives back the same state, and nothing is published.
 */
import { randomId } from '@skein/base';
import { applyAutoExpand } from './allocation/auto_expand.js';
import { reroute } from './allocation/reroute.js';
import type { CommandEnvironment } from './commands/command_type.js';
import { type CommandName, type CommandRequest, commandOf } from './commands/registry.js';
import { computeBlocks } from './state/blocks.js';
import type { ClusterState } from './state/cluster_state.js';

export function runCommand<Name extends CommandName>(
  state: ClusterState,
  name: Name,
  request: CommandRequest<Name>,
  environment: CommandEnvironment,
): ClusterState {
  const changed = commandOf(name).execute(state, request, environment);
  if (changed === state) return state;
  const placed = reroute(applyAutoExpand(changed, environment.nowMs), environment.random);
  const metadata =
    placed.metadata === state.metadata
      ? state.metadata
      : { ...placed.metadata, version: state.metadata.version + 1 };
  return {
    ...placed,
    metadata,
    blocks: computeBlocks(placed),
    version: state.version + 1,
    stateUuid: randomId(environment.random),
  };
}
