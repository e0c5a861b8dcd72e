/** The known health of nodes. */
import type { MemberStatus } from '@skein/cluster';

/** The gossip data that other actors can read. */
export interface NodeHealths {
  /** An unknown node counts as alive, since gossip may not have reached it yet. */
  statusOf(nodeId: string): MemberStatus;
  /** Number of waiting searches that the node last reported; undefined if it has reported none. */
  searchQueueOf(nodeId: string): number | undefined;
}
