/**
 * Counts the traffic over the links to other nodes, in both directions, in whole frames as the
 * sockets send and receive them.
 */
import type { Link, LinkListener, Network } from '@skein/transport';

export interface TrafficReport {
  /** Open connections that were opened by other nodes. */
  readonly serverOpen: number;
  /** Connections that this node has opened since its start. */
  readonly outboundConnections: number;
  readonly received: { readonly count: number; readonly bytes: number };
  readonly sent: { readonly count: number; readonly bytes: number };
}

export class LinkTraffic {
  readonly #received = { count: 0, bytes: 0 };
  readonly #sent = { count: 0, bytes: 0 };
  #serverOpen = 0;
  #outboundConnections = 0;

  get report(): TrafficReport {
    return {
      serverOpen: this.#serverOpen,
      outboundConnections: this.#outboundConnections,
      received: { ...this.#received },
      sent: { ...this.#sent },
    };
  }

  /** The same network, with its dialled connections counted. */
  dialling(network: Network): Network {
    return {
      dial: async (address, timeoutMs) => {
        const link = await network.dial(address, timeoutMs);
        this.#outboundConnections++;
        return this.#counted(link, () => {});
      },
    };
  }

  /** Counts a link that another node has opened. */
  accepted(link: Link): Link {
    this.#serverOpen++;
    let isOpen = true;
    return this.#counted(link, () => {
      if (isOpen) this.#serverOpen--;
      isOpen = false;
    });
  }

  #counted(link: Link, ended: () => void): Link {
    const count = (direction: { count: number; bytes: number }, bytes: Uint8Array): void => {
      direction.count++;
      direction.bytes += bytes.length;
    };
    return {
      remoteAddress: link.remoteAddress,
      binding: link.binding,
      get bufferedBytes() {
        return link.bufferedBytes;
      },
      send: (bytes) => {
        count(this.#sent, bytes);
        link.send(bytes);
      },
      terminate: () => {
        ended();
        link.terminate();
      },
      listen: (listener: LinkListener) =>
        link.listen({
          message: (bytes) => {
            count(this.#received, bytes);
            listener.message(bytes);
          },
          drained: () => listener.drained(),
          closed: (reason) => {
            ended();
            listener.closed(reason);
          },
        }),
    };
  }
}
