import { runSeed, type SimulationRun } from '../simulation_run.js';
import { replicationRulesWith } from './mutants.js';
import { type ReplicationReport, ReplicationSimulation } from './replication_simulation.js';

/** Real engines under the machines. */
export function simulateReplicatedEngines(seed: number): SimulationRun<ReplicationReport> {
  const rules = replicationRulesWith(undefined);
  return runSeed(seed, new ReplicationSimulation(seed, rules, 'engine'));
}

export function simulateReplication(
  seed: number,
  mutant?: string,
): SimulationRun<ReplicationReport> {
  return runSeed(seed, new ReplicationSimulation(seed, replicationRulesWith(mutant)));
}
