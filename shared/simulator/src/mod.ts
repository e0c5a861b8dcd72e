export { COORDINATION_MUTANTS } from './coordination/mutants.js';
export { simulateCoordination } from './coordination/simulate.js';
export { EventHeap } from './event_heap.js';
export { LIFECYCLE_MUTANTS } from './lifecycle/mutants.js';
export { simulateLifecycle } from './lifecycle/simulate.js';
export type { RegisterOperation, Verdict } from './linearizability.js';
export { checkRegister } from './linearizability.js';
export { detection, spread } from './membership/gossip_measures.js';
export type { GossipWorldOptions } from './membership/gossip_world.js';
export { GossipWorld } from './membership/gossip_world.js';
export { cutOf, PARTITION_SHAPES } from './partition.js';
export { REMOTE_MUTANTS, REPLICATION_MUTANTS, SEGMENT_MUTANTS } from './replication/mutants.js';
export {
  simulateRemote,
  simulateRemoteSegments,
  simulateReplicatedEngines,
  simulateReplication,
  simulateSegmentEngines,
  simulateSegments,
} from './replication/simulate.js';
export { SeededRandom } from './seeded_random.js';
export type { SimulationRun } from './simulation_run.js';
export { SNAPSHOT_MUTANTS } from './snapshots/mutants.js';
export { simulateSnapshots } from './snapshots/simulate.js';
export type { Turn } from './snapshots/simulation.js';
export { TraceHash } from './trace_hash.js';
export { Violation } from './violation.js';
