/** Sockets between nodes, and what they are secured by. */
import type { SecretSeal, TransportListener } from '@skein/platform';
import type { Link, Network, Prover } from '@skein/transport';

export interface NodeNetwork {
  readonly network: Network;
  /** Rejects with the system's error when an address cannot be bound. */
  listen(options: {
    readonly addresses: readonly string[];
    readonly port: string;
    readonly accept: (link: Link) => void;
  }): Promise<TransportListener>;
  /** Of the cluster's secret; undefined when none is configured. */
  readonly prover: Prover | undefined;
  /** Seals what nodes tell each other of users; undefined when no secret is configured. */
  readonly userSeal: SecretSeal | undefined;
  /** Both ends show a certificate of an authority that is configured. */
  readonly hasTls: boolean;
}
