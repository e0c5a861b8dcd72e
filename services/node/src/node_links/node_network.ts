/** Sockets between nodes, and how they are secured. */
import type { TransportListener } from '@skein/platform';
import type { Link, Network } from '@skein/transport';

export interface NodeNetwork {
  readonly network: Network;
  /** Rejects with the system's error if an address cannot be bound. */
  listen(options: {
    readonly addresses: readonly string[];
    readonly port: string;
    /** Accepted host names beside those of loopback and the address that a connection comes to. */
    readonly names: readonly string[];
    readonly accept: (link: Link) => void;
  }): Promise<TransportListener>;
  /** The configured secrets: the first one is used as proof, all are accepted. */
  readonly secrets: readonly string[];
  readonly ownSecret: OwnSecret;
  /** True if both ends must show a certificate of a configured authority. */
  readonly hasTls: boolean;
}

/** The secret that this node generated, in its data folder. */
interface OwnSecret {
  isThere(): boolean;
  /** Generates the secret on first use. */
  read(): Promise<string>;
}
