/** What members whisper: a three-way exchange of what each knows (scuttlebutt), and probes, direct and through others (SWIM). */

/** `nodeId/ephemeralId`: a process, not a node; after a restart it is another member. */
export type MemberId = string;

export interface DigestEntry {
  readonly id: MemberId;
  readonly heartbeat: number;
  /** Everything up to this version is known. */
  readonly version: number;
}

export interface DeltaEntry {
  readonly key: string;
  /** Undefined: deleted. */
  readonly value: string | undefined;
  readonly version: number;
}

export interface MemberDelta {
  readonly id: MemberId;
  /** The receiver is so far behind that tombstones it missed are gone: it forgets all it knew of the member. */
  readonly isReset: boolean;
  readonly collectedVersion: number;
  /** With these entries the receiver knows everything up to this version. */
  readonly version: number;
  /** By version. */
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
  /** From a helper that got no answer either: the target is at fault, not the network to the helper. */
  | { readonly kind: 'ping_nack'; readonly seq: number };
