/**
 * The transport's interface to a socket. A link keeps order, delivers whole messages or none, and
 * may end at any moment. An implementation calls `closed` exactly once, also after `terminate`, and
 * nothing after it. It never calls the listener from within `send`.
 */
export interface Link {
  readonly remoteAddress: string;
  /**
   * A secret that only the two ends of this very connection share (a TLS exporter value); empty
   * without TLS.
   */
  readonly binding: Uint8Array;
  /** Bytes passed to `send` that are not sent yet. */
  readonly bufferedBytes: number;
  /** Sends the bytes, which belong to the link from now on. Ignored once the link is closed. */
  send(bytes: Uint8Array): void;
  /** Ends the link at once, without a farewell that a dead peer could delay. */
  terminate(): void;
  /** Replaces the listener; messages that arrived before the first one wait for it. */
  listen(listener: LinkListener): void;
}

export interface LinkListener {
  message(bytes: Uint8Array): void;
  /** Called when `bufferedBytes` has shrunk. */
  drained(): void;
  closed(reason: string): void;
}

/**
 * Channels by their contents: a connection is first in, first out, so a separate one keeps big
 * messages from delaying heartbeats.
 */
export const CHANNELS = ['ping', 'state', 'reg', 'bulk', 'recovery'] as const;
export type ChannelClass = (typeof CHANNELS)[number];

/** Number of sockets of each channel between two nodes, in each direction. */
export const CHANNEL_SOCKETS: Readonly<Record<ChannelClass, number>> = {
  ping: 1,
  state: 1,
  reg: 2,
  bulk: 2,
  recovery: 1,
};

/** The source of links: the real network, or one in memory. */
export interface Network {
  /** Rejects with connect_transport_exception when there is no answer within `timeoutMs`. */
  dial(address: string, timeoutMs: number): Promise<Link>;
}
