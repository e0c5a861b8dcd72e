/**
 * A proxy to a server that can be slowed or cut: for network faults where the real network may not
 * be changed. While it is cut no data passes and no connection is closed, as when packets are lost;
 * the data arrives after the cut.
 */

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

export class TcpProxy {
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  #delayMs = 0;
  #isCut = false;

  /** Starts a proxy from a free port to `targetPort` on this machine. */
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

  /** Delays every piece of data by `delayMs`, in either direction. */
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
    let last = Promise.resolve();
    // Bytes that wait stay ahead of later ones, even if the delay has become shorter.
    const then = (action: () => void) => {
      const wait = this.#delayMs === 0 ? undefined : sleep(this.#delayMs);
      last = Promise.all([last, wait]).then(action);
    };
    from.on('data', (piece) => then(() => void (to.destroyed || to.write(piece))));
    from.on('error', () => from.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      then(() => to.destroy());
    });
  }
}
