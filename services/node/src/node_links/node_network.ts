/** Sockets between nodes, and what they are secured by. */
import type { TransportListener } from '@skein/platform';
import type { Link, Network } from '@skein/transport';

export interface NodeNetwork {
  readonly network: Network;
  /** Rejects with the system's error when an address cannot be bound. */
  listen(options: {
    readonly addresses: readonly string[];
    readonly port: string;
    /** Beside those of loopback and the address that a connection comes to. */
    readonly names: readonly string[];
    readonly accept: (link: Link) => void;
  }): Promise<TransportListener>;
  /** As configured: the first one proves, all are accepted. */
  readonly secrets: readonly string[];
  readonly ownSecret: OwnSecret;
  /** Both ends show a certificate of an authority that is configured. */
  readonly hasTls: boolean;
}

/** The secret that this node has made itself, in its data folder. */
export interface OwnSecret {
  isThere(): boolean;
  /** Made the first time. */
  read(): Promise<string>;
}
