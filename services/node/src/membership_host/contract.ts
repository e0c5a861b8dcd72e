/** What is known of the health of nodes. */
import type { MemberStatus } from '@skein/cluster';

/** What others may ask of gossip. */
export interface NodeHealths {
  /** A node that is not known counts as alive: gossip may not have reached it yet. */
  statusOf(nodeId: string): MemberStatus;
  /** Searches that waited there when it last said so; undefined: it has not said. */
  searchQueueOf(nodeId: string): number | undefined;
}
