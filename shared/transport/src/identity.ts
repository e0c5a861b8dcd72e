/** The identity of a node, and the check if two nodes may communicate. */
import { ApiError } from '@skein/errors';
import type { ChannelClass } from './link.js';

export interface Range {
  readonly min: number;
  readonly max: number;
}

export interface NodeIdentity {
  readonly clusterName: string;
  /** Null until the node has been a member of a cluster. */
  readonly clusterUuid: string | null;
  /** Id from the data directory. */
  readonly nodeId: string;
  /** An id that is new at every start. */
  readonly ephemeralId: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** Address at which others reach the node's transport. */
  readonly address: string;
  readonly httpAddress: string;
  /** The versions of the transport protocol that the node understands. */
  readonly wire: Range;
  /** The versions of index formats that the node understands. */
  readonly index: Range;
  readonly version: string;
}

/** The message in which an end identifies itself once the other has proved that it may know. */
export interface Hello {
  readonly identity: NodeIdentity;
  readonly channel: ChannelClass;
  /** Names of the calls that the sender makes; frames carry indices into this list. */
  readonly actions: readonly string[];
}

/** Throws connect_transport_exception with the reason why `self` must not talk to `other`. */
export function checkIdentity(self: NodeIdentity, other: NodeIdentity): void {
  if (other.clusterName !== self.clusterName) {
    throw refused(`remote cluster name [${other.clusterName}] is not [${self.clusterName}]`);
  }
  if (other.ephemeralId === self.ephemeralId)
    throw refused('the address leads to this node itself');
  if (other.nodeId === self.nodeId) throw refused(`another live node has id [${other.nodeId}]`);
  const { clusterUuid } = self;
  if (clusterUuid !== null && other.clusterUuid !== null && clusterUuid !== other.clusterUuid) {
    throw refused(`remote cluster uuid [${other.clusterUuid}] is not [${clusterUuid}]`);
  }
  if (wireVersion(self, other) < Math.max(self.wire.min, other.wire.min)) {
    throw refused(`no common wire version: [${other.wire.min}, ${other.wire.max}]`);
  }
}

/** The newest version that both nodes understand. */
export function wireVersion(self: NodeIdentity, other: NodeIdentity): number {
  return Math.min(self.wire.max, other.wire.max);
}

function refused(why: string): ApiError {
  return new ApiError('connect_transport_exception', `handshake failed: ${why}`);
}
