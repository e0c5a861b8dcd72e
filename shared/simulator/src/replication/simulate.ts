import { runSeed, type SimulationRun } from '../simulation_run.js';
import { remoteRulesWith, replicationRulesWith } from './mutants.js';
import { type ReplicationReport, ReplicationSimulation } from './replication_simulation.js';

/** Real engines under the machines. */
export function simulateReplicatedEngines(seed: number): SimulationRun<ReplicationReport> {
  const rules = replicationRulesWith(undefined);
  return runSeed(seed, new ReplicationSimulation(seed, rules, { stores: 'engine' }));
}

/** The same for replicas that copy segments. */
export function simulateSegmentEngines(seed: number): SimulationRun<ReplicationReport> {
  const rules = replicationRulesWith(undefined);
  return runSeed(
    seed,
    new ReplicationSimulation(seed, rules, { stores: 'engine', segments: true }),
  );
}

/** Replicas copy the primary's segments. */
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

/** Both: replicas copy the primary's segments, and the shard has a log in a remote store. */
export function simulateRemoteSegments(
  seed: number,
  mutant?: string,
): SimulationRun<ReplicationReport> {
  const world = { remote: true, segments: true };
  return runSeed(seed, new ReplicationSimulation(seed, remoteRulesWith(mutant), world));
}

/** The shard has a log in a remote store, and all disks are lost now and then. */
export function simulateRemote(seed: number, mutant?: string): SimulationRun<ReplicationReport> {
  return runSeed(seed, new ReplicationSimulation(seed, remoteRulesWith(mutant), { remote: true }));
}
