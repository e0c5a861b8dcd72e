/**
 * Gossip among nodes: membership, health, and what each node reports about itself. It finds nodes
 * and ranks copies for reading; it never removes a node, elects a master, or changes the result of
 * a read.
 */
export type { NodeHealths } from './contract.js';

export { GOSSIP_KEYS } from './gossip_keys.js';
export type { MembershipCalls } from './membership_calls.js';
export { MembershipHost, type MembershipHostParts } from './membership_host.js';
export { readDiskReport, SelfReport } from './self_report.js';
