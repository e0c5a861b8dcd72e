/**
 * What nodes whisper: who is there, how well everybody seems, what each says about itself. It finds nodes and ranks copies for reading; it
 * never removes a node, elects, or changes what a read returns.
 */
import type { MemberStatus } from '@skein/cluster';

export { GOSSIP_KEYS } from './gossip_keys.js';
export type { MembershipCalls } from './membership_calls.js';
export { MembershipHost, type MembershipHostParts } from './membership_host.js';
export { readDiskNews, SelfReport } from './self_report.js';

/** What others may ask of gossip. */
export interface NodeHealths {
  /** A node that is not known counts as alive: gossip may not have reached it yet. */
  statusOf(nodeId: string): MemberStatus;
  /** Searches that waited there when it last said so; undefined: it has not said. */
  searchQueueOf(nodeId: string): number | undefined;
}
