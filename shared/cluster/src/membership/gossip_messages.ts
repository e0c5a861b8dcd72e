/**
 * The gossip messages: a three-way exchange of each side's knowledge (scuttlebutt), and probes,
 * direct and through other members (SWIM).
 */

/**
 * `nodeId/ephemeralId`. It identifies a process, not a node: after a restart the node is another
 * member.
 */
export type MemberId = string;

export interface DigestEntry {
  readonly id: MemberId;
  readonly heartbeat: number;
  /** The sender knows everything up to this version. */
  readonly version: number;
}

export interface DeltaEntry {
  readonly key: string;
  /** The entry's value; undefined: it is deleted. */
  readonly value: string | undefined;
  readonly version: number;
}

export interface MemberDelta {
  readonly id: MemberId;
  /**
   * True if the receiver is so far behind that it missed tombstones that are gone by now: it
   * forgets all it knew of the member.
   */
  readonly isReset: boolean;
  readonly collectedVersion: number;
  /** With these entries the receiver knows everything up to this version. */
  readonly version: number;
  /** Entries sorted by version. */
  readonly entries: readonly DeltaEntry[];
}

export type GossipMessage =
  | { readonly kind: 'syn'; readonly digest: readonly DigestEntry[] }
  | {
      readonly kind: 'syn_ack';
      readonly digest: readonly DigestEntry[];
      readonly delta: readonly MemberDelta[];
    }
  | { readonly kind: 'ack'; readonly delta: readonly MemberDelta[] }
  | { readonly kind: 'ping'; readonly seq: number }
  | { readonly kind: 'ping_ack'; readonly seq: number }
  | { readonly kind: 'ping_request'; readonly seq: number; readonly target: MemberId }
  /**
   * Sent by a helper that got no answer either: the target is at fault, not the network to the
   * helper.
   */
  | { readonly kind: 'ping_nack'; readonly seq: number };
