/**
 * Runs the commands of a `_cluster/reroute` request in order. If one of them is refused, none has
 * an effect.
 */
import type { JsonObject } from '@skein/content';
import type { ClusterState } from '../../state/cluster_state.js';
import type { Decision } from '../decision.js';
import { type AllocationEnvironment, startRun } from '../run.js';
import * as all from './all.js';
import type { RerouteCommandType, RerouteParameters } from './reroute_command.js';

export type RerouteCommandName = keyof typeof all;

export const REROUTE_COMMANDS: Readonly<Record<RerouteCommandName, RerouteCommandType>> = all;

export interface RerouteCommand {
  readonly name: RerouteCommandName;
  readonly parameters: RerouteParameters;
}

export interface RerouteExplanation {
  readonly command: RerouteCommandName;
  readonly parameters: JsonObject;
  readonly decisions: readonly Decision[];
}

interface RerouteOutcome {
  readonly state: ClusterState;
  readonly explanations: readonly RerouteExplanation[];
}

/**
 * Throws illegal_argument_exception for a command that is not allowed, unless `explains`: then its
 * decisions contain the refusal.
 */
export function runRerouteCommands(
  state: ClusterState,
  commands: readonly RerouteCommand[],
  environment: AllocationEnvironment,
  explains: boolean,
): RerouteOutcome {
  const run = startRun(state, environment, true);
  const explanations = commands.map(({ name, parameters }) => {
    const type = REROUTE_COMMANDS[name];
    const decisions = type.run(parameters, run, explains);
    return { command: name, parameters: type.shown(parameters), decisions };
  });
  return { state: run.placements.hasChanged ? run.placements.toState() : state, explanations };
}
