/**
 * A way to a server that can be made slow, or lead nowhere: for faults of a network where nothing
 * may be changed about the real one. While it is cut nothing gets through and nobody is told, as
 * when packets are lost; what was sent arrives afterwards.
 */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

const LOOPBACK = '127.0.0.1';

export class TcpProxy {
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  #delayMs = 0;
  #isCut = false;

  /** Leads from a free port to this one, on this machine. */
  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    await new Promise<void>((resolve) => proxy.#server.listen(0, LOOPBACK, resolve));
    return proxy;
  }

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer((client) => this.#accept(client));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Every piece waits so long, in either direction. */
  delay(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  heal(): void {
    this.#isCut = false;
    this.#delayMs = 0;
    for (const socket of this.#sockets) socket.resume();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #accept(client: Socket): void {
    const target = connect(this.#targetPort, LOOPBACK);
    this.#lead(client, target);
    this.#lead(target, client);
  }

  #lead(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    if (this.#isCut) from.pause();
    const then = (action: () => void) => {
      if (this.#delayMs === 0) action();
      else setTimeout(action, this.#delayMs);
    };
    from.on('data', (piece) => then(() => void (to.destroyed || to.write(piece))));
    from.on('error', () => from.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      then(() => to.destroy());
    });
  }
}
