/**
 * Agreement among the nodes: who is the master, and which cluster state is committed. Everything is
 * decided by the machine in `shared/cluster/src/coordination`; here it gets its clock, its disk and
 * its links.
 */

export { clusterNodeOf, isMasterEligible } from './cluster_node.js';
export type { Agreement, JournalFiles } from './contract.js';
export type { CoordinationListener, CoordinationParts } from './coordination.js';
export { Coordination } from './coordination.js';
export type { CoordinationCalls } from './coordination_calls.js';
export type { CoordinationEvent } from './coordinator.js';
export { lastNodes } from './last_nodes.js';
export type { ReceivedStates } from './publisher.js';
