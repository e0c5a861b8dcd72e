import { runSeed, type SimulationRun } from '../simulation_run.js';
import { remoteRulesWith, replicationRulesWith } from './mutants.js';
import { type ReplicationReport, ReplicationSimulation } from './replication_simulation.js';

/** Runs real engines under the machines. */
export function simulateReplicatedEngines(seed: number): SimulationRun<ReplicationReport> {
  const rules = replicationRulesWith(undefined);
  return runSeed(seed, new ReplicationSimulation(seed, rules, { stores: 'engine' }));
}

/** Runs real engines whose replicas copy segments. */
export function simulateSegmentEngines(seed: number): SimulationRun<ReplicationReport> {
  const rules = replicationRulesWith(undefined);
  return runSeed(
    seed,
    new ReplicationSimulation(seed, rules, { stores: 'engine', segments: true }),
  );
}

/** Runs a world in which replicas copy the primary's segments. */
export function simulateSegments(seed: number, mutant?: string): SimulationRun<ReplicationReport> {
  const rules = replicationRulesWith(mutant);
  return runSeed(seed, new ReplicationSimulation(seed, rules, { segments: true }));
}

export function simulateReplication(
  seed: number,
  mutant?: string,
): SimulationRun<ReplicationReport> {
  return runSeed(seed, new ReplicationSimulation(seed, replicationRulesWith(mutant)));
}

/**
 * Runs a world in which replicas copy the primary's segments and the shard has a log in a remote
 * store.
 */
export function simulateRemoteSegments(
  seed: number,
  mutant?: string,
): SimulationRun<ReplicationReport> {
  const world = { remote: true, segments: true };
  return runSeed(seed, new ReplicationSimulation(seed, remoteRulesWith(mutant), world));
}

/**
 * Runs a world in which the shard has a log in a remote store and all disks are lost from time to
 * time.
 */
export function simulateRemote(seed: number, mutant?: string): SimulationRun<ReplicationReport> {
  return runSeed(seed, new ReplicationSimulation(seed, remoteRulesWith(mutant), { remote: true }));
}
