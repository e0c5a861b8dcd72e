/**
 * What the transport asks of a socket. A link keeps order, delivers whole messages or none, and may end at any moment; an implementation
 * calls `closed` exactly once, also after `terminate`, and nothing after it. Calls into the listener are never made from within `send`.
 */
export interface Link {
  readonly remoteAddress: string;
  /** What only the two ends of this very connection know (a TLS exporter value); empty without TLS. */
  readonly binding: Uint8Array;
  /** Bytes given to `send` that have not left yet. */
  readonly bufferedBytes: number;
  /** The bytes belong to the link from now on. Ignored once the link is closed. */
  send(bytes: Uint8Array): void;
  /** Ends at once, without a farewell that a dead peer could delay. */
  terminate(): void;
  /** Replaces the listener; messages that arrived before the first one wait for it. */
  listen(listener: LinkListener): void;
}

export interface LinkListener {
  message(bytes: Uint8Array): void;
  /** `bufferedBytes` has shrunk. */
  drained(): void;
  closed(reason: string): void;
}

/** Channels by what they carry: a big message never delays a heartbeat, for a connection is first in, first out. */
export const CHANNELS = ['ping', 'state', 'reg', 'bulk', 'recovery'] as const;
export type ChannelClass = (typeof CHANNELS)[number];

/** Sockets of a class between two nodes, in each direction. */
export const CHANNEL_SOCKETS: Readonly<Record<ChannelClass, number>> = {
  ping: 1,
  state: 1,
  reg: 2,
  bulk: 2,
  recovery: 1,
};

/** Where links come from: the real network, or one in memory. */
export interface Network {
  /** Rejects with connect_transport_exception when nobody answers within `timeoutMs`. */
  dial(address: string, timeoutMs: number): Promise<Link>;
}
