/**
 * What nodes whisper: who is there, how well everybody seems, what each says about itself. It finds
 * nodes and ranks copies for reading; it never removes a node, elects, or changes what a read
 * returns.
 */
export type { NodeHealths } from './contract.js';

export { GOSSIP_KEYS } from './gossip_keys.js';
export type { MembershipCalls } from './membership_calls.js';
export { MembershipHost, type MembershipHostParts } from './membership_host.js';
export { readDiskNews, SelfReport } from './self_report.js';
