/**
 * Connections to the transport port that have not requested a link yet. Each takes one of the
 * process's file descriptors, which segments need too, and opening it costs the other end nothing.
 * So their number for each address is limited, and they have only the time that Node's server gives
 * to the head of a request.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Limit per address. A node opens its links one after the other. */
const MAX_STRANGERS = 64;

export class Strangers {
  /** By address: the remote ports of its connections. */
  readonly #waiting = new Map<string, Set<number>>();

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      const { remoteAddress = '', remotePort = 0 } = socket;
      const ports = this.#waiting.get(remoteAddress) ?? new Set();
      if (ports.size >= MAX_STRANGERS) {
        socket.destroy();
        return;
      }
      this.#waiting.set(remoteAddress, ports.add(remotePort));
      socket.once('close', () => this.#forget(remoteAddress, remotePort));
    });
  }

  /** Releases a connection that has requested a link; the handshake has limits of its own. */
  asked({ remoteAddress = '', remotePort = 0 }: Socket): void {
    this.#forget(remoteAddress, remotePort);
  }

  #forget(address: string, port: number): void {
    const ports = this.#waiting.get(address);
    ports?.delete(port);
    if (ports?.size === 0) this.#waiting.delete(address);
  }
}
