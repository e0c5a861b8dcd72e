/**
 * Consensus among the nodes on the master and the committed cluster state. All decisions are made
 * by the state machine in `shared/cluster/src/coordination`; this folder gives it a clock, a disk
 * and links.
 */

export { clusterNodeOf, isMasterEligible } from './cluster_node.js';
export type { Agreement, JournalFiles } from './contract.js';
export type { CoordinationListener, CoordinationParts } from './coordination.js';
export { Coordination } from './coordination.js';
export type { CoordinationCalls } from './coordination_calls.js';
export type { CoordinationEvent } from './coordinator.js';
export { lastNodes } from './last_nodes.js';
export type { ReceivedStates } from './publisher.js';
