/**
 * One step of the master: applies a command's change, then the consequences of that change (replica
 * counts, placement, blocks), then a new version. A command that changes nothing returns the same
 * state object, and the master publishes nothing.
 */
import { atOnce, randomId } from '@skein/base';
import { applyAutoExpand } from './allocation/auto_expand.js';
import { reroute } from './allocation/reroute.js';
import { type CommandEnvironment, stepsOf } from './commands/command_type.js';
import { type CommandName, type CommandRequest, commandOf } from './commands/registry.js';
import { computeBlocks } from './state/blocks.js';
import type { ClusterState } from './state/cluster_state.js';

export function runCommand<Name extends CommandName>(
  state: ClusterState,
  name: Name,
  request: CommandRequest<Name>,
  environment: CommandEnvironment,
): ClusterState {
  const { execute, reroutes = false } = commandOf(name);
  const changed = atOnce(stepsOf(execute(state, request, environment)));
  return settle(state, changed, { reroutes, environment });
}

/**
 * Completes a change: places shards if the command asks for it or if anything that decides
 * placement has changed, then computes the blocks and the new version.
 */
export function settle(
  state: ClusterState,
  changed: ClusterState,
  {
    reroutes,
    environment,
  }: { readonly reroutes: boolean; readonly environment: CommandEnvironment },
): ClusterState {
  const mustPlace = reroutes || affectsPlacement(state, changed);
  if (changed === state && !mustPlace) return state;
  const expanded = mustPlace ? applyAutoExpand(changed, environment.nowMs) : changed;
  const placed = mustPlace ? reroute(expanded, environment) : expanded;
  if (placed === state) return state;
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

/**
 * True if anything changed that decides where copies are; mappings, aliases and templates do not.
 */
function affectsPlacement(before: ClusterState, after: ClusterState): boolean {
  if (before.routing !== after.routing || before.nodes !== after.nodes) return true;
  const [old, now] = [before.metadata, after.metadata];
  if (old.persistentSettings !== now.persistentSettings) return true;
  if (old.transientSettings !== now.transientSettings) return true;
  if (old.indices === now.indices) return false;
  for (const [name, index] of now.indices) {
    const known = old.indices.get(name);
    if (known?.settings !== index.settings || known.state !== index.state) return true;
    if (known.inSync !== index.inSync) return true;
  }
  return false;
}
